import type { MarksIsland } from "../../domain/island.ts";
import { Words } from "./Words.tsx";

type Props = { rows: readonly (MarksIsland["rows"][number] & { marks: number | null })[] };

/** The rubric as a printed table, a quarter of the height of the choices. The last column is blank for writing. */
export function MarksOnPaper({ rows }: Props) {
  return (
    <table className="hidden print:table">
      <thead>
        <tr>
          {["Criterion", "0", "1–2", "3", "4", "Marks"].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ fieldId, criterion, needed, levels, marks }) => (
          <tr key={fieldId}>
            <th scope="row">
              {criterion}
              {needed && " (0 is not a pass)"}
            </th>
            <td>
              <Words html={levels[0]} />
            </td>
            <td>
              <Words html={levels[1]} />
            </td>
            <td>
              <Words html={levels[2]} />
            </td>
            <td>
              <Words html={levels[3]} />
            </td>
            <td>{marks}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
