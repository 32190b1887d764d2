import { Field } from "../../../src/ui/form/Field.tsx";
import { Select } from "../../../src/ui/form/Select.tsx";
import { TextArea } from "../../../src/ui/form/TextArea.tsx";
import { TextInput } from "../../../src/ui/form/TextInput.tsx";
import { Specimen } from "../Specimen.tsx";

const GRID = "grid max-w-[46rem] gap-6 sm:grid-cols-2";

export function Fields() {
  return (
    <>
      <Specimen title="Text" note="Label, hint and error are read out with the control.">
        <div className={GRID}>
          <Field label="Email" hint="Your sign-in details go here.">
            {(control) => <TextInput {...control} type="email" autoComplete="off" />}
          </Field>
          <Field label="Phone" optional>
            {(control) => <TextInput {...control} type="tel" autoComplete="off" />}
          </Field>
          <Field label="Name" error="Name is required">
            {(control) => <TextInput {...control} autoComplete="off" />}
          </Field>
          <Field label="Country">
            {(control) => <TextInput {...control} disabled value="United Kingdom" />}
          </Field>
          <Field label="Written from right to left">
            {(control) => <TextInput {...control} dir="auto" defaultValue="الذكاء الاصطناعي" />}
          </Field>
          <Field label="A label that is long enough to need a second line in a column as narrow as this one">
            {(control) => <TextInput {...control} placeholder="Placeholder" />}
          </Field>
        </div>
      </Specimen>
      <Specimen title="More than one line">
        <div className={GRID}>
          <Field label="Message" hint="0 / 2000 characters">
            {(control) => <TextArea {...control} rows={4} />}
          </Field>
          <Field label="Message, refused" error="Message must be at least 10 characters">
            {(control) => <TextArea {...control} rows={4} defaultValue="Hello" />}
          </Field>
        </div>
      </Specimen>
      <Specimen title="Choice from a list" note="The list that opens is the system's own.">
        <div className={GRID}>
          <Field label="Module">{(control) => <ModuleSelect {...control} />}</Field>
          <Field label="Module, not chosen" error="Choose a module">
            {(control) => <ModuleSelect {...control} />}
          </Field>
          <Field label="Module, fixed">{(control) => <ModuleSelect {...control} disabled />}</Field>
        </div>
      </Specimen>
    </>
  );
}

function ModuleSelect(props: Parameters<typeof Select>[0]) {
  return (
    <Select {...props} defaultValue="">
      <option value="">Choose …</option>
      <option>AI Fundamentals</option>
      <option>Responsible AI Foundations</option>
      <option>AI for Business Productivity and Marketing</option>
    </Select>
  );
}
