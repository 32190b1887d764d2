import { type ReactNode, useEffect, useState } from "react";
import { paths } from "../../../domain/paths.ts";
import {
  REFUSAL_REASONS,
  type RefusalChoice,
  type StudentIdAnswer,
} from "../../../domain/sales/studentIdDecision.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { LINK_MISSING, useFragmentOnce } from "../../../ui/page/useFragmentOnce.ts";
import { Spinner } from "../../../ui/Spinner.tsx";
import { AnotherId } from "./AnotherId.tsx";
import { answerStudentId } from "./api.ts";

const OFFLINE = "You are offline. You need a connection to choose.";
const BROKEN = "That did not work. Please try again in a moment.";
const OPTIONS = [
  { value: "another", label: "Send another student ID" },
  { value: "difference", label: "Pay the difference" },
  { value: "refund", label: "Get a full refund" },
] as const satisfies { value: RefusalChoice; label: string }[];

type State = { status: "loading" | "gone" | "missing" } | { status: "failed"; text: string } | Ready;
type Ready = { status: "ready"; answer: StudentIdAnswer };
type Refusal = NonNullable<StudentIdAnswer["refusal"]>;

/** Opened by the link in an email about a refused student ID. Opening it changes nothing; the buttons do. */
export default function RefusedStudentIdPage() {
  const key = useFragmentOnce().replace(/^#/, "");
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ status: key === "" ? "missing" : "loading" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (key === "") return;
    let isCurrent = true;
    setState({ status: "loading" });
    void answerStudentId(key).then((reply) => isCurrent && setState(stateFrom(reply)));
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);
  const choose = async (choice: RefusalChoice, studentIdRef?: string): Promise<string | null> => {
    const reply = await answerStudentId(key, studentIdRef ? { choice, studentIdRef } : { choice });
    const next = stateFrom(reply);
    if (next.status === "failed") return next.text;
    setState(next);
    return null;
  };
  switch (state.status) {
    case "loading":
      return <Spinner label="Loading…" />;
    case "failed":
      return (
        <Frame title="Your student ID">
          <Banner
            role="alert"
            tone="danger"
            title={state.text}
            action={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
          />
        </Frame>
      );
    case "missing":
      return (
        <Frame title={LINK_MISSING.title}>
          <p>{LINK_MISSING.text}</p>
        </Frame>
      );
    case "gone":
      return (
        <Frame title="There is nothing left to choose">
          <p>
            This link works until you have sent another student ID or chosen a refund, and until we have
            looked at a newer ID. If you have a more recent email from us about it, use the link there.
          </p>
          <LinkButton to={paths.dashboard()} className="self-start">
            Go to My Learning
          </LinkButton>
        </Frame>
      );
    case "ready":
      return <Chosen answer={state.answer} onChoose={choose} />;
  }
}

function stateFrom(reply: Awaited<ReturnType<typeof answerStudentId>>): State {
  if (reply.ok) return { status: "ready", answer: reply.data };
  if (reply.code === "not_found" || reply.code === "bad_request") return { status: "gone" };
  return { status: "failed", text: reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN) };
}

type Choose = (choice: RefusalChoice, studentIdRef?: string) => Promise<string | null>;

function Chosen({ answer, onChoose }: { answer: StudentIdAnswer; onChoose: Choose }) {
  const { choice, refusal } = answer;
  if (choice === "refund" || !refusal)
    return (
      <Frame title="You will be refunded">
        <p role="status">
          The full amount goes back to the card that you paid with, and we email you as soon as it is on its
          way. Your access then ends. What you have written is kept in your account.
        </p>
      </Frame>
    );
  if (choice === "another")
    return (
      <Frame title="Thank you. We will look at your new student ID">
        <p role="status">
          {refusal.isPaused
            ? "As soon as a person has accepted it, your access returns, and we email you."
            : "Your access continues, and we email you when a person has looked at it."}
        </p>
        <LinkButton to={paths.dashboard()} className="self-start">
          Go to My Learning
        </LinkButton>
      </Frame>
    );
  return <Question refusal={refusal} choice={choice} onChoose={onChoose} />;
}

function Question({
  refusal,
  choice,
  onChoose,
}: {
  refusal: Refusal;
  choice: "difference" | null;
  onChoose: Choose;
}) {
  const [option, setOption] = useState<RefusalChoice | null>(choice);
  return (
    <Frame title="We could not accept your student ID">
      <p>
        {REFUSAL_REASONS[refusal.reason]}{" "}
        {refusal.isPaused
          ? "Your access is paused until you have chosen. Your work is kept."
          : `Your access continues until ${formatLongDay(refusal.until)}. If you have not chosen by then, it is paused until you do. Your work is kept.`}
      </p>
      <RadioGroup legend="What would you like to do?" options={OPTIONS} value={option} onChange={setOption} />
      {option === "another" && (
        <AnotherId university={refusal.university} onSend={(ref) => onChoose("another", ref)} />
      )}
      {option === "difference" && (
        <Difference isChosen={choice === "difference"} onChoose={() => onChoose("difference")} />
      )}
      {option === "refund" && (
        <Act label="Refund me and end my access" variant="danger" onAct={() => onChoose("refund")}>
          You get back everything that you paid, and your access to the lessons ends immediately. This cannot
          be undone.
        </Act>
      )}
    </Frame>
  );
}

function Difference({ isChosen, onChoose }: { isChosen: boolean; onChoose: () => Promise<string | null> }) {
  if (isChosen)
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <p>
          Now enrol at the price that applies to you, with the same email address. As soon as that payment has
          arrived and the course is in your account, we refund the whole student price.
        </p>
        <LinkButton to={paths.academy()}>See the prices</LinkButton>
      </div>
    );
  return (
    <Act label="Pay the difference" variant="primary" onAct={onChoose}>
      You enrol at the price that applies to you, and we then refund the whole student price. In total you pay
      the difference. Your access and your work stay as they are.
    </Act>
  );
}

type ActProps = {
  label: string;
  variant: "primary" | "danger";
  /** Resolves to null on success, otherwise to the message to show. */
  onAct: () => Promise<string | null>;
  children: ReactNode;
};

function Act({ label, variant, onAct, children }: ActProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async () => {
    setIsBusy(true);
    setFailure(null);
    setFailure(await onAct());
    setIsBusy(false);
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <p>{children}</p>
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
      <Button variant={variant} busy={isBusy} onClick={act}>
        {label}
      </Button>
    </div>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each title
  useEffect(() => focusMain(), [title]);
  return (
    <div className="page py-10 sm:py-16">
      <Card className="mx-auto flex max-w-xl flex-col gap-6">
        <h1 className="text-4xl">{title}</h1>
        {children}
      </Card>
    </div>
  );
}
