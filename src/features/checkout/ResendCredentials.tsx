import { Button } from "../../ui/Button.tsx";
import { useClaim } from "./useClaim.ts";

export function ResendCredentials({ claimToken }: { claimToken: string }) {
  const { state, act } = useClaim("resend-credentials", claimToken);
  return (
    <div className="flex flex-col items-start gap-3">
      <p>If the address is right, check your junk folder first. We can send the email once more.</p>
      {state.status !== "done" && (
        <Button variant="secondary" busy={state.status === "busy"} onClick={() => act()}>
          {state.status === "busy" ? "Sending..." : "Send the email again"}
        </Button>
      )}
      <p role="status" className="font-semibold empty:hidden">
        {state.status === "done" && "It is on its way again. Use the newest email."}
        {state.status === "failed" && <span className="text-danger">{state.message}</span>}
      </p>
    </div>
  );
}
