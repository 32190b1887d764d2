import type { OutlineModule } from "../../domain/course.ts";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";

export function ModuleCard({ module }: { module: OutlineModule }) {
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      <ThreadPattern
        seed={`module-${module.id}`}
        lanes={3}
        steps={11}
        className="h-24 w-full border-b border-line"
      />
      <div className="flex flex-1 flex-col gap-3 p-6">
        <p className="text-muted">Module {module.id}</p>
        <h3>{module.title}</h3>
        <p>{module.description}</p>
        <ol className="mt-1 flex flex-col border-t border-line pt-3">
          {module.lessons.map((lesson) => (
            <li key={lesson.id} className="flex gap-3 py-1">
              <span className="w-6 shrink-0 text-right text-muted">{lesson.id}</span>
              <span className="flex-1">{lesson.title}</span>
              <span className="shrink-0 text-muted">{lesson.minutes} min</span>
            </li>
          ))}
        </ol>
      </div>
    </li>
  );
}
