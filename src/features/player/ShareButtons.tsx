import { ExternalLink } from "lucide-react";
import type { RefObject } from "react";
import { buttonStyle } from "../../ui/buttonStyle.ts";
import { shareLinks } from "./shareLinks.ts";

type Props = {
  /** Whole percentage of completed lessons. */
  percent: number;
  headingRef: RefObject<HTMLHeadingElement | null>;
};

/** Appears once the lesson is complete. Sends nothing to other sites until the learner follows a link. */
export function ShareButtons({ percent, headingRef }: Props) {
  const links = shareLinks(window.location.origin, percent);
  return (
    <section aria-labelledby="share-title" className="flex flex-col gap-3">
      <h2 id="share-title" ref={headingRef} tabIndex={-1} className="text-xl">
        Share your progress
      </h2>
      <div className="flex flex-wrap gap-3">
        <ShareLink href={links.linkedIn}>Share on LinkedIn</ShareLink>
        <ShareLink href={links.twitter}>Share on Twitter</ShareLink>
      </div>
    </section>
  );
}

function ShareLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={buttonStyle("secondary", "medium")}>
      <ExternalLink aria-hidden="true" className="size-5" />
      {children}
      <span className="sr-only">(opens in a new window)</span>
    </a>
  );
}
