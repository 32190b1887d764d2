import { Badge, type Tone } from "../../../ui/Badge.tsx";
import type { MessageState } from "./messages.ts";

const STATES: Record<MessageState, { tone: Tone; label: string }> = {
  open: { tone: "highlight", label: "Open" },
  answered: { tone: "done", label: "Answered" },
  closed: { tone: "neutral", label: "Closed" },
};

export function StateBadge({ state }: { state: MessageState }) {
  const { tone, label } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
