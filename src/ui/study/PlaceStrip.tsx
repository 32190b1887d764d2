import { cx } from "../cx.ts";
import { TextLink } from "../TextLink.tsx";

type Props = { places: readonly { to: string; label: string }[]; className?: string };

/** Links to the pages around the lessons, in one row if there is room. */
export function PlaceStrip({ places, className }: Props) {
  return (
    <nav aria-label="Learning">
      <ul className={cx("flex flex-wrap gap-x-5", className)}>
        {places.map(({ to, label }) => (
          <li key={to}>
            <TextLink to={to} className="inline-flex min-h-11 items-center">
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
