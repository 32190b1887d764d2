import { useEffect, useState } from "react";
import {
  configuredProviders,
  PROVIDER_NAMES,
  type Provider,
  redirectTo,
} from "../../platform/session/signing-in/providers.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";

/** A button for each configured provider. Renders nothing if there are none or the server does not respond. */
export default function ProviderButtons({ next }: { next: string | null }) {
  const [providers, setProviders] = useState<Provider[]>([]);
  const [leaving, setLeaving] = useState<Provider | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    void configuredProviders().then((found) => isHere && setProviders(found));
    return () => {
      isHere = false;
    };
  }, []);
  if (providers.length === 0) return null;
  const leave = async (provider: Provider) => {
    setLeaving(provider);
    setFailure(null);
    const outcome = await redirectTo(provider, next);
    // The browser may restore this page unchanged when the user navigates back.
    setLeaving(null);
    if (!outcome.ok) setFailure(outcome.message);
  };
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-6">
      {failure && <Banner tone="danger" role="alert" title={failure} />}
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          size="large"
          busy={leaving === provider}
          disabled={leaving !== null}
          onClick={() => void leave(provider)}
        >
          Continue with {PROVIDER_NAMES[provider]}
        </Button>
      ))}
    </div>
  );
}
