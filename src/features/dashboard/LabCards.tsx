import { useWorkbook } from "../../db/synced/workbook.ts";
import { LAB_FORMS, LAB_GROUPS, labFieldId, labStanding } from "../../domain/course/labState.ts";
import { paths } from "../../domain/paths.ts";
import { LABS } from "../../domain/study/pacing.ts";
import { LabBadge, LabPicture } from "../../ui/study/LabPicture.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

/** The labs, tasks and topics of the plan, each group in one row that scrolls. */
export default function LabCards() {
  const workbook = useWorkbook();
  if (workbook.status === "loading") return null;
  return (
    <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
      {LAB_FORMS.map((group) => (
        <section key={group} aria-labelledby={`${group}-title`} className="flex min-w-0 flex-col gap-3">
          <h2 id={`${group}-title`}>{LAB_GROUPS[group]}</h2>
          <ul className="flex gap-3 overflow-x-auto pb-3">
            {LABS.filter(({ form = "lab" }) => form === group).map(({ lab, lessonId, title }) => (
              <li
                key={lab}
                className="relative flex w-44 shrink-0 flex-col items-start gap-2 rounded-card border border-line bg-surface p-4 hover:border-edge"
              >
                <LabPicture name={group === "lab" ? lab : group} />
                <TextLink to={paths.lab(lab)} className="font-semibold after:absolute after:inset-0">
                  {title}
                </TextLink>
                <LabBadge
                  standing={labStanding(workbook.byField.get(labFieldId(lessonId, lab))?.value ?? "")}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
