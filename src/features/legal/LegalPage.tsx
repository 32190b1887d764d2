import { Prose } from "../../ui/Prose.tsx";

/** `html` is the compiled text without its title. */
export function LegalPage({ title, html }: { title: string; html: string }) {
  return (
    <article className="page flex flex-col gap-8 py-12 sm:py-16">
      <h1 className="mx-auto w-full max-w-[42rem]">{title}</h1>
      <Prose html={html} className="mx-auto w-full" />
    </article>
  );
}
