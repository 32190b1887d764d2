import { Specimen } from "../Specimen.tsx";

const SCALE = [
  ["text-hero", "font-display text-hero font-semibold"],
  ["text-4xl", "font-display text-4xl"],
  ["text-3xl", "font-display text-3xl"],
  ["text-2xl", "font-display text-2xl"],
  ["text-xl", "text-xl"],
  ["text-lg", "text-lg"],
  ["text-base", "text-base"],
] as const;

export function Typography() {
  return (
    <>
      <Specimen title="Headings" note="Their size grows with the window; a page has one of the first.">
        <p className="eyebrow">Core Program</p>
        {/* Shows the style of a heading, but is not a heading of this page. */}
        <p className="font-display text-[length:var(--size-h1)] leading-tight font-[560]">
          AI Fluency in 30 Days
        </p>
        <p className="mt-4 font-display text-[length:var(--size-h2)] leading-tight font-[560]">
          Course Modules
        </p>
        <p className="mt-4 font-display text-[length:var(--size-title)] leading-tight font-[560]">
          Responsible AI Foundations
        </p>
      </Specimen>
      <Specimen title="Scale">
        <dl className="flex flex-col gap-4">
          {SCALE.map(([name, style]) => (
            <div key={name} className="grid gap-x-8 sm:grid-cols-[7rem_minmax(0,1fr)] sm:items-baseline">
              <dt className="text-muted">{name}</dt>
              <dd className={style}>Whose values does it follow?</dd>
            </div>
          ))}
        </dl>
      </Specimen>
      <Specimen title="Other scripts" note="Latin Extended has its own font file; other scripts fall back.">
        <p className="text-xl">Łódź, Tromsø, Ìbàdàn, Ċ, Ưu</p>
        <p className="text-xl" dir="rtl" lang="ar">
          الذكاء الاصطناعي للجميع
        </p>
      </Specimen>
    </>
  );
}
