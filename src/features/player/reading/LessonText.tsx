import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { LessonPack, Sheet } from "../../../domain/course/pack.ts";
import { Prose } from "../../../ui/Prose.tsx";
import { isPlainClick } from "../course/isPlainClick.ts";
import type { ActivitiesSlot } from "../slots/activitiesSlot.ts";

type Props = {
  pack: LessonPack;
  /** A sheet of this lesson to show instead of the lesson's text. */
  sheet?: Sheet;
  activities: ActivitiesSlot;
  /** The text in parts, instead of as a whole. */
  children?: ReactNode;
};

/** Compiled text from `content/`. Links within the site navigate on the client. */
export function LessonText({ pack, sheet, activities: Activities, children }: Props) {
  const [page, setPage] = useState<HTMLElement | null>(null);
  const navigate = useNavigate();
  const terms = useMemo(() => [...pack.terms, ...(pack.references ?? [])], [pack]);
  const { html, islands } = sheet ?? pack;
  // The interactive parts are many, and do not change when another step is shown.
  const interactive = useMemo(
    () =>
      page && (
        <Activities
          page={page}
          lessonId={pack.lessonId}
          sheet={sheet?.name}
          islands={islands ?? []}
          terms={terms}
        />
      ),
    [page, Activities, pack, sheet, islands, terms],
  );

  // React did not render these links. They must not reload the whole site.
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || event.defaultPrevented || link.origin !== window.location.origin || !isPlainClick(event))
        return;
      event.preventDefault();
      void navigate(`${link.pathname}${link.search}${link.hash}`);
    };
    page?.addEventListener("click", follow);
    return () => page?.removeEventListener("click", follow);
  }, [page, navigate]);

  return (
    <>
      <div key={html} ref={setPage}>
        {children ?? <Prose html={html} />}
      </div>
      {interactive}
    </>
  );
}
