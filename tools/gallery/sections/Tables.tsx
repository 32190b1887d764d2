import { Prose } from "../../../src/ui/Prose.tsx";
import { Table } from "../../../src/ui/Table.tsx";
import { Specimen } from "../Specimen.tsx";

export function Tables() {
  return (
    <>
      <Specimen
        title="Table"
        note="Below 34rem of its own width each row is a block; the page never scrolls sideways."
      >
        <Table
          caption="What each plan costs, before VAT"
          columns={[
            { header: "Plan" },
            { header: "In full", numeric: true },
            { header: "Three monthly payments", numeric: true },
          ]}
          rows={[
            ["Students", "£50", "£18"],
            ["NGOs & Non-Profit", "£500", "£175"],
            ["Professionals", "£850", "£300"],
          ]}
        />
      </Specimen>
      <Specimen title="Table in a narrow place">
        <div className="max-w-72">
          <Table
            caption="In full"
            captionHidden
            columns={[{ header: "Plan" }, { header: "In full", numeric: true }]}
            rows={[
              ["Students", "£50"],
              ["NGOs & Non-Profit", "£500"],
            ]}
          />
        </div>
      </Specimen>
      <Specimen title="Prose">
        <Prose>
          <p>
            A model gives a <strong>likely</strong> continuation. Whether it is true is{" "}
            <a href="#tables">another question</a>, and it is yours.
          </p>
          <ul>
            <li>Who benefits?</li>
            <li>Who carries the risk?</li>
            <li>Who can say no?</li>
          </ul>
          <blockquote>
            <p>I am because we are.</p>
          </blockquote>
          <p>
            Keys like <code>Tab</code> and words in <em>another voice</em>.
          </p>
        </Prose>
      </Specimen>
    </>
  );
}
