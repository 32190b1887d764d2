import { type ChangeEvent, useId, useState } from "react";
import { tabStore } from "../../db/store/localStore.ts";
import { paths } from "../../domain/paths.ts";
import { placesText } from "../../domain/sales/seats.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { type Invited, inviteToTeam, type Team } from "../../platform/account/teams.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { focusMain } from "../../ui/page/focusMain.ts";
import { type AddressList, decodeFile, readAddressList } from "./addressList.ts";

const MOST_BYTES = 1024 * 1024;
/** In session storage, like the drafts of other forms: buying more places or signing in again leaves this page. */
const draftKey = (team: string) => `academy-invitations:${team}`;
/** More than any team has. */
const MOST_ADDRESSES = 2_000;

type Checked = AddressList & Pick<Invited, "invited" | "in_team" | "missing">;
type Props = { team: Team; onSent: () => void };

/** Invites by a pasted list or a file. What is wrong with it is named before anything is sent. */
export function InvitePeople({ team, onSent }: Props) {
  const [text, setText] = useState(() => tabStore()?.getItem(draftKey(team.id)) ?? "");
  const [error, setError] = useState<string | undefined>();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (typed: string) => {
    setText(typed);
    saveDraft(team.id, typed);
    setError(undefined);
  };
  /** Null if the server did not answer, after it has said why. */
  const ask = async (addresses: readonly string[], isSend: boolean) => {
    setBusy(true);
    const reply = await inviteToTeam(team.id, addresses, isSend);
    setBusy(false);
    if (!reply.ok) setError(reply.message);
    else if (!reply.data) setError("You do not own this team any more. Reload the page.");
    else return reply.data;
    return null;
  };
  const check = async () => {
    const list = readAddressList(text);
    if (list.addresses.length === 0 && list.invalid.length === 0)
      return setError("Enter at least one email address");
    if (list.addresses.length > MOST_ADDRESSES) return setError(`Enter at most ${MOST_ADDRESSES} addresses`);
    setError(undefined);
    const reply = await ask(list.addresses, false);
    if (!reply) return;
    setChecked({
      ...list,
      ...reply,
      repeated: [...list.repeated, ...reply.repeated],
      invalid: [...list.invalid, ...reply.invalid],
    });
    focusMain();
  };
  const send = async () => {
    if (!checked) return;
    const reply = await ask(checked.invited, true);
    if (!reply) return;
    const { invited, missing } = reply;
    if (missing > 0)
      return setChecked({ ...checked, invited, missing, in_team: [...checked.in_team, ...reply.in_team] });
    // None are left if the response to the first press was lost, or another window has invited them.
    if (invited.length === 0) toast({ title: "All of them are in the team already" });
    else
      toast({
        title: `${invited.length === 1 ? "1 invitation is" : `${invited.length} invitations are`} on the way`,
      });
    setChecked(null);
    change("");
    onSent();
    focusMain();
  };
  return (
    <section aria-labelledby="invite" className="flex max-w-3xl flex-col gap-5 border-t border-line pt-8">
      <h2 id="invite">Invite people</h2>
      {checked ? (
        <Review
          checked={checked}
          team={team}
          error={error}
          isBusy={isBusy}
          onSend={send}
          onBack={() => {
            setChecked(null);
            setError(undefined);
          }}
        />
      ) : (
        <>
          <Field
            label="Email addresses"
            hint="One on each line, or separated by commas; with names or without. You can paste columns of a spreadsheet."
            error={error}
          >
            {(control) => (
              <TextArea
                {...control}
                value={text}
                onChange={(event) => change(event.target.value)}
                rows={6}
                autoComplete="off"
                spellCheck={false}
                autoCapitalize="none"
              />
            )}
          </Field>
          <FileInput onText={change} onError={setError} />
          <Button busy={isBusy} onClick={() => void check()} className="self-start">
            {isBusy ? "Checking…" : "Check the addresses"}
          </Button>
          <p className="text-base text-muted">Nothing is sent yet.</p>
        </>
      )}
    </section>
  );
}

function saveDraft(team: string, typed: string): void {
  try {
    if (typed === "") tabStore()?.removeItem(draftKey(team));
    else tabStore()?.setItem(draftKey(team), typed);
  } catch (error) {
    console.warn("The list could not be kept for a reload:", error);
  }
}

function FileInput(props: { onText: (text: string) => void; onError: (message: string) => void }) {
  const id = useId();
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file can be chosen again after it was corrected.
    target.value = "";
    if (!file) return;
    if (file.size > MOST_BYTES) return props.onError("Choose a file of at most 1 MB");
    const text = decodeFile(new Uint8Array(await file.arrayBuffer()));
    if (text === null)
      props.onError("We can read text files only. Save the spreadsheet as CSV, then choose that.");
    else props.onText(text);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        <span>Or choose a file</span>
        <span className="font-normal text-muted"> (CSV or text)</span>
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(event) => void read(event)}
        className="block w-full min-w-0 file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-card file:border file:border-edge file:bg-surface file:px-4 file:font-semibold file:text-ink"
      />
    </div>
  );
}

type ReviewProps = {
  checked: Checked;
  team: Team;
  error: string | undefined;
  isBusy: boolean;
  onSend: () => void;
  onBack: () => void;
};

/** Names what will be sent and what not, with numbers. */
function Review({ checked, team, error, isBusy, onSend, onBack }: ReviewProps) {
  const { invited, in_team, repeated, invalid, missing, leftOut } = checked;
  const count = invited.length;
  return (
    <div className="flex flex-col gap-4">
      <Addresses title={`${count} to invite`} addresses={invited} />
      <Addresses title={`${in_team.length} already in the team`} addresses={in_team} />
      <Addresses title={`${repeated.length} repeated, and sent once`} addresses={repeated} />
      <Addresses title={`${invalid.length} not an email address, and left out`} addresses={invalid} isOpen />
      {leftOut && (
        <p>
          Another column has addresses too and was left out: <strong>{leftOut}</strong>
        </p>
      )}
      {missing > 0 && (
        <Banner
          tone="highlight"
          role="alert"
          title={`There ${missing === 1 ? "is" : "are"} ${placesText(missing)} too few`}
          action={
            <LinkButton to={paths.buyTeam(team.tier, { team: team.id, seats: missing })}>
              Buy {placesText(missing)} more
            </LinkButton>
          }
        >
          The team has {placesText(count - missing)} free. Shorten the list, or buy more places. The list
          stays here until you close this tab.
        </Banner>
      )}
      <div role="alert" className="empty:hidden">
        {error && <Banner tone="danger" title={error} />}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} disabled={count === 0 || missing > 0} onClick={onSend}>
          {isBusy ? "Sending…" : `Send ${count === 1 ? "1 invitation" : `${count} invitations`}`}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Change the list
        </Button>
      </div>
      <p className="text-base text-muted">
        Each person gets an email from us and decides. An invitation uses a place until you take it back.
      </p>
    </div>
  );
}

function Addresses(props: { title: string; addresses: readonly string[]; isOpen?: boolean }) {
  const { title, addresses, isOpen } = props;
  if (addresses.length === 0) return null;
  return (
    <Disclosure summary={title} open={isOpen}>
      <ul translate="no" className="max-h-60 overflow-y-auto wrap-anywhere">
        {addresses.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list may have the same entry twice
          <li key={index}>{readableEmail(address)}</li>
        ))}
      </ul>
    </Disclosure>
  );
}
