import type { ReactNode } from "react";
import { Card } from "../../ui/Card.tsx";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";

/** A centred panel for one short form. */
export function AuthFrame({
  title,
  intro,
  children,
}: {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="page py-10 sm:py-16">
      <Card className="mx-auto flex max-w-xl flex-col gap-6 overflow-hidden pt-0! sm:pt-0!">
        <ThreadPattern
          seed="door"
          lanes={3}
          steps={14}
          className="-mx-7 h-14 w-[calc(100%+3.5rem)] max-w-none"
        />
        <h1 className="text-4xl">{title}</h1>
        {intro}
        {children}
      </Card>
    </div>
  );
}
