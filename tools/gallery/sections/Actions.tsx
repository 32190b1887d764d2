import { ArrowRight } from "lucide-react";
import { Button } from "../../../src/ui/Button.tsx";
import type { ButtonVariant } from "../../../src/ui/buttonStyle.ts";
import { LinkButton } from "../../../src/ui/LinkButton.tsx";
import { TextLink } from "../../../src/ui/TextLink.tsx";
import { Specimen } from "../Specimen.tsx";

const VARIANTS: readonly ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];
const ROW = "flex flex-wrap items-center gap-4";

export function Actions() {
  return (
    <>
      <Specimen title="Variants" note="One primary in view; the others give way to it.">
        <div className={ROW}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </div>
      </Specimen>
      <Specimen title="Large, with an icon">
        <div className={ROW}>
          <Button size="large">
            Continue to Checkout <ArrowRight aria-hidden="true" className="size-5" />
          </Button>
          <Button size="large" variant="secondary">
            Cancel
          </Button>
        </div>
      </Specimen>
      <Specimen title="Disabled">
        <div className={ROW}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} disabled>
              {variant}
            </Button>
          ))}
        </div>
      </Specimen>
      <Specimen title="Busy" note="Cannot be pressed again while it works, and says so.">
        <div className={ROW}>
          <Button busy>Sending...</Button>
          <Button busy variant="secondary">
            Applying...
          </Button>
        </div>
      </Specimen>
      <Specimen title="Long text, in a narrow place">
        <div className="w-56 max-w-full">
          <Button className="w-full">Complete Enrollment with everything that belongs to it</Button>
        </div>
      </Specimen>
      <Specimen title="Links" note="A LinkButton leads elsewhere; a TextLink stands in running text.">
        <div className={ROW}>
          <LinkButton to="#actions">Enroll now</LinkButton>
          <LinkButton to="#actions" variant="secondary">
            Learn More
          </LinkButton>
        </div>
        <p className="mt-4">
          By going on you accept the <TextLink to="#actions">terms of service</TextLink>.
        </p>
      </Specimen>
    </>
  );
}
