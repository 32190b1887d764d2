import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { createStore } from "../../domain/store.ts";
import { loadCode } from "../../platform/loadCode.ts";
import { Button } from "../Button.tsx";
import { toast } from "../overlay/toast.ts";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

type Options<Props> = {
  /** Shown while the code is loading. */
  fallback?: ReactNode;
  /** Shown if loading fails. Without this, the part explains the failure and offers a retry. */
  Missing?: ComponentType<Props>;
};

/**
 * A part of a page whose code loads separately. If it cannot be loaded, the rest of the page stays, and loading is
 * retried on request or the next time the part is shown.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { fallback = null, Missing }: Options<Props> = {},
): ComponentType<Props> {
  let hasFailed = false;
  const current = createStore(attempt());

  function attempt() {
    return lazy(async () => {
      try {
        return await loadCode(load);
      } catch (error) {
        console.warn("A part of the page could not be loaded", error);
        hasFailed = true;
        return { default: Missing ?? Explained };
      }
    });
  }

  async function retry(): Promise<void> {
    const arrived = await loadCode(load);
    hasFailed = false;
    current.set(lazy(async () => arrived));
  }

  const Explained = MissingPart.bind(null, { onRetry: retry });

  // biome-ignore lint/correctness/noComponentHookFactories: created once per part, like React's own lazy()
  return function Part(props: Props) {
    // React would remember the failure for as long as the page is open.
    useState(() => {
      if (!hasFailed) return;
      hasFailed = false;
      current.set(attempt());
    });
    const Shown = useSyncExternalStore(current.subscribe, current.get, current.get);
    return <Suspense fallback={fallback}>{createElement<Props>(Shown, props)}</Suspense>;
  };
}

/** For a dialog that a button opens: closes it, so that the next press tries again. */
export function MissingDialog({ onClose }: { onClose: () => void }): null {
  // The toasts outlive this part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after loading has failed
  useEffect(() => {
    toast({
      title: "This could not be opened. Check your connection and try again.",
      variant: "destructive",
    });
    onClose();
  }, []);
  return null;
}

function MissingPart({ onRetry }: { onRetry: () => Promise<void> }) {
  const [state, setState] = useState<"missing" | "busy" | "missingStill">("missing");
  const retry = () => {
    setState("busy");
    onRetry().catch((error: unknown) => {
      console.warn("Retry failed: a part of the page could not be loaded", error);
      setState("missingStill");
    });
  };
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      <p role="status" className="max-w-prose">
        {state === "missingStill"
          ? "This part of the page still cannot be loaded. Check your connection, or reload the page."
          : "This part of the page could not be loaded. The rest of the page works."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={state === "busy"} onClick={retry}>
          Try again
        </Button>
        {state === "missingStill" && (
          <Button variant="secondary" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        )}
      </div>
    </div>
  );
}
