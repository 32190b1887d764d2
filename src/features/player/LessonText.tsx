import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { Prose } from "../../ui/Prose.tsx";
import { opensHere } from "./opensHere.ts";

/** The lesson as its authors wrote it, compiled from `content/`. Links between lessons stay within the page. */
export function LessonText({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();

  // Synchronises with links that React did not make, so that they do not load the whole site again.
  useEffect(() => {
    const text = ref.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || link.origin !== window.location.origin || !opensHere(event)) return;
      event.preventDefault();
      void navigate(`${link.pathname}${link.search}${link.hash}`);
    };
    text?.addEventListener("click", follow);
    return () => text?.removeEventListener("click", follow);
  }, [navigate]);

  return (
    <div ref={ref}>
      <Prose html={html} />
    </div>
  );
}
