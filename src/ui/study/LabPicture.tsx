import { Badge } from "../Badge.tsx";

/** A picture of each lab, of simple shapes in 48 × 48 units. `ink` is drawn as lines, `thread` in the accent colour. */
const PICTURES: Readonly<Record<string, { ink: string; thread: string }>> = {
  "sort-mail": {
    ink: "M6 8h20v14H6zM6 8l10 8 10-8M22 34h20M22 42h20",
    thread: "M32 12l8 8-8 8M8 34h8M8 42h8",
  },
  "guess-next-word": {
    ink: "M4 14h12v10H4zM18 14h12v10H18zM4 30h26v10H4z",
    thread: "M34 14h10v10H34zM39 30v10M34 35h10",
  },
  attention: {
    ink: "M4 32h8v8H4zM20 32h8v8h-8zM36 32h8v8h-8z",
    thread: "M40 28C40 8 8 8 8 28M40 28c0-10-16-10-16 0",
  },
  "brief-it": {
    ink: "M10 4h28v40H10zM22 14h10M22 24h10M22 34h10",
    thread: "M15 14l2 2 3-4M15 24l2 2 3-4M15 34l2 2 3-4",
  },
  "draw-the-line": { ink: "M6 42V30h6v12M15 42V22h6v20M27 42V14h6v28M36 42V24h6v18", thread: "M24 4v40" },
  "human-check": {
    ink: "M14 14a8 8 0 1 0 16 0a8 8 0 1 0-16 0M6 44c0-12 32-12 32 0",
    thread: "M32 26l5 5 9-11",
  },
  "which-rules": { ink: "M24 4v12M24 16L10 30M24 16l14 14M4 30h12v12H4z", thread: "M32 30h12v12H32z" },
  "agent-keys": {
    ink: "M6 16a8 8 0 1 0 16 0a8 8 0 1 0-16 0M22 16h22M36 16v8M42 16v6",
    thread: "M12 36h24M30 30l6 6-6 6",
  },
  "true-time": { ink: "M6 26a18 18 0 1 0 36 0a18 18 0 1 0-36 0M20 4h8", thread: "M24 26V14M24 26l8 6" },
  "trace-it": {
    ink: "M6 6h24v36H6zM12 14h12M12 22h12M12 30h8",
    thread: "M28 30a7 7 0 1 0 14 0a7 7 0 1 0-14 0M40 36l5 6",
  },
  "four-lenses": {
    ink: "M4 16a10 10 0 1 0 20 0a10 10 0 1 0-20 0M24 16a10 10 0 1 0 20 0a10 10 0 1 0-20 0M24 32a10 10 0 1 0 20 0a10 10 0 1 0-20 0",
    thread: "M4 32a10 10 0 1 0 20 0a10 10 0 1 0-20 0M11 32h6",
  },
  "draw-relationships": {
    ink: "M19 9a5 5 0 1 0 10 0a5 5 0 1 0-10 0M5 37a5 5 0 1 0 10 0a5 5 0 1 0-10 0M33 37a5 5 0 1 0 10 0a5 5 0 1 0-10 0M21 14L12 32",
    thread: "M27 14l9 18M15 37h5M28 37h5M20 33v8M28 33v8",
  },
  "cost-of-words": {
    ink: "M4 8h26v18H16l-6 6v-6H4z",
    thread: "M26 36a8 4 0 1 0 18 0a8 4 0 1 0-18 0M26 36v6a8 4 0 0 0 18 0v-6",
  },
  "follow-the-energy": { ink: "M4 44V24l12-8v28M16 44h28V28l-12-8-12 8", thread: "M34 2l-8 12h8l-6 10" },
  task: {
    ink: "M4 6h28v20H16l-8 8v-8H4zM11 13h14M11 19h8",
    thread: "M20 40h24V22M36 28l8-8M26 40l4 4 8-10",
  },
  topic: {
    ink: "M24 10C18 5 10 5 4 8v32c6-3 14-3 20 2c6-5 14-5 20-2V8c-6-3-14-3-20 2",
    thread: "M24 10v32M10 17h8M10 24h8M30 17h8M30 24h8",
  },
  "review-a-review": { ink: "M8 4h26v40H8zM14 12h14M14 20h14", thread: "M12 34l5-6 5 6 5-6 5 6 10-12" },
};

/** Decorative: the title beside it says the same. A lab that has no picture of its own gets a plain one. */
export function LabPicture({ name }: { name: string }) {
  const { ink, thread } = PICTURES[name] ?? { ink: "M8 4h26v40H8z", thread: "M14 16h14" };
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 48"
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-14 shrink-0"
    >
      <path d={ink} className="stroke-ink" />
      <path d={thread} className="stroke-accent" />
    </svg>
  );
}

/** How far the lab is. */
export function LabBadge({ standing }: { standing: "done" | "begun" | "open" }) {
  if (standing === "done") return <Badge tone="done">Done</Badge>;
  return standing === "open" ? <Badge>Not begun</Badge> : <Badge tone="note">Begun</Badge>;
}
