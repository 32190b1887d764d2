import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { planCalendar } from "../../domain/calendar.ts";
import type { LocalDay } from "../../domain/studyDays.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const ALL_DAY = "all-day";
const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** The plan as a calendar file, made on this device. Importing it again after the plan has moved moves its events. */
export function PlanCalendar({ start }: { start: LocalDay }) {
  const [time, setTime] = useState(ALL_DAY);

  function save(): void {
    const hour = time === ALL_DAY ? null : Number(time);
    const file = planCalendar({ start, hour, nowMs: Date.now(), origin: location.origin });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([file], { type: "text/calendar;charset=utf-8" }));
    link.download = "ai-fluency-plan.ics";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="In your calendar" className="basis-48">
        {({ required: _, ...control }) => (
          <Select {...control} value={time} onChange={(event) => setTime(event.target.value)}>
            <option value={ALL_DAY}>All day</option>
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                At {clock(hour)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="secondary" onClick={save}>
        <CalendarPlus aria-hidden="true" className="size-5" />
        Save calendar file
      </Button>
    </div>
  );
}
