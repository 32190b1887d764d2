import { Badge } from "../../../src/ui/Badge.tsx";
import { Card } from "../../../src/ui/Card.tsx";
import { FactList } from "../../../src/ui/FactList.tsx";
import { LinkButton } from "../../../src/ui/LinkButton.tsx";
import { OfferCard } from "../../../src/ui/OfferCard.tsx";
import { Specimen } from "../Specimen.tsx";

const TONES = ["neutral", "note", "done", "highlight", "danger"] as const;

export function Sheets() {
  return (
    <>
      <Specimen title="Badge">
        <p className="flex flex-wrap gap-3">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </p>
      </Specimen>
      <Specimen title="Card">
        <div className="grid gap-6 sm:grid-cols-2">
          <Card>A sheet of paper on the page, where things belong together and apart from the rest.</Card>
          <Card className="border-dashed">
            AVeryLongWordWithoutAnySpaceThatMustBreakInsideTheCardAndNotLeaveIt
          </Card>
        </div>
      </Specimen>
      <Specimen title="Facts">
        <FactList
          facts={[
            ["30 days", "at your own pace"],
            ["30 minutes", "a day"],
            ["11 lessons", "in 4 modules"],
          ]}
        />
      </Specimen>
      <Specimen title="Offer">
        <div className="max-w-sm">
          <OfferCard
            title="Students"
            price="£50"
            priceNote="plus VAT, in full"
            features={["All 11 lessons and quizzes", "Certificate of completion", "Works offline"]}
            action={<LinkButton to="#sheets">Choose this plan</LinkButton>}
          />
        </div>
      </Specimen>
    </>
  );
}
