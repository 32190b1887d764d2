import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { type Arrival, readProviderReturn, signInByCode } from "../../platform/providerReturn.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { toast } from "../../ui/toast.ts";
import { NotSignedIn } from "./NotSignedIn.tsx";
import { safeNext } from "./safeNext.ts";

const SecondFactorStep = lazyPart(() => import("./SecondFactorStep.tsx"));

/** The page to which Google and GitHub redirect after sign-in. */
export default function ProviderReturnPage() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const [back] = useState(() => ({ outcome: readProviderReturn(query), next: query.get("next") }));
  const [arrival, setArrival] = useState<Arrival | null>(
    back.outcome.status === "code" ? null : back.outcome,
  );
  const signingIn = useRef<Promise<Arrival> | null>(null);

  const arrive = useCallback(() => {
    toast({ title: "You are signed in." });
    navigate(safeNext(back.next, location.origin), { replace: true });
  }, [back, navigate]);
  // Synchronises with the address bar and the history, so that the code can be neither read there nor opened again.
  useEffect(() => {
    if (query.has("code") || query.has("error"))
      setQuery(back.next ? { next: back.next } : {}, { replace: true });
  }, [back, query, setQuery]);
  // Synchronises with the auth server, only once because the code is valid only once.
  useEffect(() => {
    if (back.outcome.status !== "code") return;
    let isHere = true;
    signingIn.current ??= signInByCode(back.outcome.code);
    void signingIn.current.then((result) => {
      if (!isHere) return;
      if (result.status === "entered") arrive();
      else setArrival(result);
    });
    return () => {
      isHere = false;
    };
  }, [back, arrive]);

  if (arrival === null || arrival.status === "entered") {
    return (
      <div className="page py-16">
        <Spinner label="Signing you in…" />
      </div>
    );
  }
  if (arrival.status === "challenge") {
    return (
      <SecondFactorStep
        challenge={arrival.challenge}
        onPassed={arrive}
        onCancel={() => navigate(paths.auth(), { replace: true })}
      />
    );
  }
  return <NotSignedIn failure={arrival} next={back.next} />;
}
