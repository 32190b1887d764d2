import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { cx } from "./cx.ts";

type Tab = { id: string; label: string; panel: ReactNode };
type Props = {
  /** What the tabs choose between, as a name for the list. */
  label: string;
  tabs: readonly Tab[];
  /** The tab that is open at first; without it, the first. */
  initial?: string;
  className?: string;
};

/**
 * One of several panels, by the tab pattern of the ARIA Authoring Practices: one tab stop, arrow keys move and open,
 * Home and End go to the ends. Closed panels keep their state; without scripts all panels stand open.
 */
export function Tabs({ label, tabs, initial, className }: Props) {
  const id = useId();
  const [openId, setOpenId] = useState(initial ?? tabs[0]?.id);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === openId);
    const target = tabs[targetOf(event.key, at, tabs.length)];
    if (!target) return;
    event.preventDefault();
    setOpenId(target.id);
    document.getElementById(`${id}-tab-${target.id}`)?.focus();
  };
  return (
    <div className={className}>
      <div role="tablist" aria-label={label} className="tab-list">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.id}`}
            aria-controls={`${id}-panel-${tab.id}`}
            aria-selected={tab.id === openId}
            tabIndex={tab.id === openId ? 0 : -1}
            onClick={() => setOpenId(tab.id)}
            onKeyDown={onKeyDown}
            className="tab"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-panel-${tab.id}`}
          aria-labelledby={`${id}-tab-${tab.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern lets Tab go from the tab into its panel
          tabIndex={0}
          hidden={tab.id !== openId}
          className={cx("tab-panel", "pt-5")}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}

/** The place that a key leads to, from `at` out of `count`; -1 for any other key. */
function targetOf(key: string, at: number, count: number): number {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
