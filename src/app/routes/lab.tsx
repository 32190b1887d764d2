import type { ComponentProps } from "react";
import { linkedTitle } from "../../domain/text/linkedValue.ts";
import { CopyButtons } from "../../features/labs/CopyButtons.tsx";
import { LabPage } from "../../features/player/LabPage.tsx";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { titled } from "../page.ts";
import { Activities } from "./activities.tsx";

/** From the address, because the plan, which has the titles, is too large to load for one. */
export const handle = titled(({ query }) => linkedTitle(query) ?? "Labs, tasks and topics");

const Lab = lazyPart(() => import("../../features/labs/LabRunner.tsx"), {
  fallback: <Spinner label="Starting the lab…" />,
});

function LabActivities(props: Omit<ComponentProps<typeof Activities>, "lab">) {
  return (
    <>
      <CopyButtons page={props.page} />
      <Activities {...props} lab={Lab} />
    </>
  );
}

/** Combines the page of a lab, task or topic with the workbook and the lab itself, because features may not import each other. */
export function Component() {
  return <LabPage activities={LabActivities} />;
}
