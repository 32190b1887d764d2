import { Audiences } from "./Audiences.tsx";
import { Challenge } from "./Challenge.tsx";
import { Closing } from "./Closing.tsx";
import { Founder } from "./Founder.tsx";
import { Hero } from "./Hero.tsx";
import { HowItWorks } from "./HowItWorks.tsx";
import { PluralEthics } from "./PluralEthics.tsx";
import { Pricing } from "./Pricing.tsx";
import { Solution } from "./Solution.tsx";
import { Standards } from "./Standards.tsx";
import { Tools } from "./Tools.tsx";

/** `/`: what can go wrong, what the course does about it, what it costs and who is behind it. */
export function Component() {
  return (
    // At 200 % text size on a narrow phone, a long word must break instead of widening its column.
    <div className="wrap-anywhere">
      <Hero />
      <Challenge />
      <Solution />
      <HowItWorks />
      <Audiences />
      <Founder />
      <Pricing />
      <Tools />
      <Standards />
      <PluralEthics />
      <Closing />
    </div>
  );
}
