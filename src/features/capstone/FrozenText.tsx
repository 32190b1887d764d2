import { CAPSTONE_SECTIONS } from "../../domain/course/capstone.ts";
import type { CapstoneTexts } from "../../entities/capstone/capstone.ts";
import { Badge } from "../../ui/Badge.tsx";
import { changedSections } from "./words.ts";

type Props = {
  texts: CapstoneTexts;
  /** Marks what differs from these. */
  before?: CapstoneTexts | null;
};

/** All nine sections as they are, or will be, handed in. */
export function FrozenText({ texts, before = null }: Props) {
  const changed = before && changedSections(before, texts);
  return (
    <dl className="flex flex-col gap-5">
      {CAPSTONE_SECTIONS.map(({ fieldId, title }) => (
        <div key={fieldId}>
          <dt className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            {title}
            {changed?.has(fieldId) && <Badge tone="note">Changed</Badge>}
          </dt>
          <dd className="mt-1">
            {texts[fieldId] === undefined ? (
              <p className="text-muted">Empty</p>
            ) : (
              <p className="written">{texts[fieldId]}</p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
