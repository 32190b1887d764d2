import { Progress } from "../../../src/ui/Progress.tsx";
import { Spinner } from "../../../src/ui/Spinner.tsx";
import { Specimen } from "../Specimen.tsx";

export function Waiting() {
  return (
    <>
      <Specimen title="Progress">
        <div className="flex max-w-[34rem] flex-col gap-6">
          <Progress label="Course progress" value={0} max={11} valueText="0 of 11 lessons complete" />
          <Progress label="Course progress, later" value={3} max={11} valueText="3 of 11 lessons complete" />
          <Progress
            label="Course progress, at the end"
            value={11}
            max={11}
            valueText="11 of 11 lessons complete"
          />
        </div>
      </Specimen>
      <Specimen title="Spinner">
        <Spinner label="Loading your progress..." />
      </Specimen>
    </>
  );
}
