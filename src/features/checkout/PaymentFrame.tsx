import type { ReactNode } from "react";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";

/** One centred panel: what happened and, below it, where to get help. */
export function PaymentFrame(props: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="page flex flex-1 flex-col items-center py-12 lg:py-16">
      <section className="w-full max-w-2xl overflow-hidden rounded-card border border-line bg-surface">
        <ThreadPattern seed="payment" lanes={4} steps={24} className="h-16 w-full" />
        <div className="flex flex-col gap-6 p-[min(2.5rem,6vw)]">
          <div className="flex flex-col gap-3">
            {props.icon}
            <h1 className="text-4xl">{props.title}</h1>
          </div>
          {props.children}
          <p className="text-base text-muted">
            Questions about your payment? Write to{" "}
            <a href={`mailto:${SITE.supportEmail}`} className="text-link">
              {SITE.supportEmail}
            </a>{" "}
            or <TextLink to={paths.contact()}>get help</TextLink>.
          </p>
        </div>
      </section>
    </div>
  );
}
