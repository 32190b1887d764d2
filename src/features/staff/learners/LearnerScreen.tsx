import { staffPaths } from "../../../domain/paths.ts";
import { formatDay, formatMoment } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { count } from "../../../domain/text/syncSentence.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Facts, Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { STATUS_WORDS } from "../orders/words.ts";
import { LearnerActions } from "./LearnerActions.tsx";
import { type LearnerPage, learnerPageSchema } from "./learnerSchemas.ts";
import { RecordedActions } from "./RecordedActions.tsx";
import {
  accessWords,
  capstoneWords,
  deviceName,
  factorWords,
  passwordWords,
  providerWords,
  waitingWords,
} from "./words.ts";

/** What support needs to know about one learner, and what it can do. */
export default function LearnerScreen({ id }: { id: string }) {
  const query = useStaffQuery("staff_learner", { p_id: id }, learnerPageSchema);
  const page = query.status === "ready" ? query.data : null;
  return (
    <Screen
      title={page?.name || unmistakableEmail(page?.email ?? "") || "Learner"}
      back={{ to: staffPaths.area("learners"), label: "Learners" }}
    >
      <Loaded query={query} what="the learner">
        {(found) =>
          found ? (
            // On a phone the actions come before what may be long.
            <div className="grid gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr_auto]">
              <div className="flex min-w-0 flex-col gap-10">
                <Account page={found} />
                <SignIn page={found} />
              </div>
              <LearnerActions page={found} onDone={query.reload} />
              <div className="flex min-w-0 flex-col gap-10">
                <Access page={found} />
                <Progress page={found} />
              </div>
              <div className="flex min-w-0 flex-col gap-10 lg:col-span-2">
                <Devices page={found} />
                <RecordedActions acts={found.acts} />
              </div>
            </div>
          ) : (
            <EmptyState title="There is no such account">
              It may have been deleted. Go back to the list and search for it.
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Account({ page }: { page: LearnerPage }) {
  return (
    <Facts
      title="Account"
      facts={[
        ["Email", unmistakableEmail(page.email) || "None"],
        [
          "Address",
          page.is_address_confirmed ? (
            "Confirmed"
          ) : (
            <Badge key="address" tone="highlight">
              Not confirmed
            </Badge>
          ),
        ],
        ["Role", page.role && (page.role === "staff" ? "Staff" : "Reviewer")],
        ["Created", formatMoment(page.created_at)],
        ["Last sign-in", page.last_sign_in_at ? formatMoment(page.last_sign_in_at) : "Never"],
        ["Locked", page.is_locked ? "Yes: nobody can sign in" : null],
        [
          "Deletion",
          page.deletion_due_at && (
            <Badge key="deletion" tone="danger">
              Due {formatMoment(page.deletion_due_at)}
            </Badge>
          ),
        ],
      ]}
    />
  );
}

function SignIn({ page: { sign_in: signIn } }: { page: LearnerPage }) {
  const { providers, factors, recovery_codes: codes } = signIn;
  return (
    <Facts
      title="Sign-in"
      facts={[
        ["Password", passwordWords(signIn)],
        ["Signs in with", providerWords(providers)],
        ["Second factor", factorWords(factors)],
        ["Recovery codes", factors.length > 0 ? `${codes} left` : null],
      ]}
    />
  );
}

function Access({ page: { enrolment, orders, teams } }: { page: LearnerPage }) {
  return (
    <Facts
      title="Access"
      facts={[
        ["Course", accessWords(enrolment)],
        ["Since", enrolment && formatDay(enrolment.started_at)],
        [
          enrolment?.status === "paused" ? "Paused" : "Ended",
          enrolment?.ended_at ? formatMoment(enrolment.ended_at) : null,
        ],
        [
          "Orders",
          orders.length === 0 ? (
            "None"
          ) : (
            <ul key="orders" className="flex flex-col gap-1">
              {orders.map(({ id, status, created_at }) => (
                <li key={id}>
                  <TextLink to={staffPaths.one("orders", id)}>
                    {formatDay(created_at)}, {STATUS_WORDS[status].label.toLowerCase()}
                  </TextLink>
                </li>
              ))}
            </ul>
          ),
        ],
        [
          "Teams",
          teams.length > 0 && (
            <ul key="teams" className="flex flex-col gap-1">
              {teams.map(({ id, name, role }) => (
                <li key={`${id} ${role}`}>
                  <TextLink to={staffPaths.one("teams", id)}>
                    <span translate="no">{name}</span>
                  </TextLink>
                  {TEAM_ROLES[role]}
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  );
}

const TEAM_ROLES = { owner: ", as its owner", place: ", with a place", ended: ", whose place ended" };

function Progress({ page: { progress } }: { page: LearnerPage }) {
  const { certificates } = progress;
  return (
    <Facts
      title="Progress"
      facts={[
        ["Lessons", `${progress.lessons_completed} of ${progress.lessons} completed`],
        ["Last activity", progress.last_study_day ? formatDay(progress.last_study_day) : "None"],
        [
          "Quizzes",
          `${progress.quiz_attempts} submitted, passed in ${count(progress.quizzes_passed, "lesson")}`,
        ],
        // Only how many: staff never see what a learner wrote.
        [
          "In the account",
          `${count(progress.notes, "note")}, ${count(progress.workbook_fields, "workbook answer")}`,
        ],
        ["Capstone", capstoneWords(progress.capstone)],
        [
          "Certificates",
          certificates.length === 0 ? (
            "None"
          ) : (
            <ul key="certificates" className="flex flex-col gap-1">
              {certificates.map(({ id, kind, issued_at, revoked_at }) => (
                <li key={id}>
                  <TextLink to={staffPaths.one("certificates", id)}>
                    {kind === "capstone" ? "Reviewed capstone" : "Completion"}, {formatDay(issued_at)}
                    {revoked_at && ", no longer valid"}
                  </TextLink>
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  );
}

function Devices({ page: { devices } }: { page: LearnerPage }) {
  return (
    <section aria-labelledby="devices" className="flex flex-col gap-3">
      <h2 id="devices" className="text-2xl">
        Devices
      </h2>
      {devices.length === 0 ? (
        <p>The learner is not signed in anywhere.</p>
      ) : (
        <>
          <Table
            caption="Devices"
            captionHidden
            columns={[
              { header: "Device" },
              { header: "Last used" },
              { header: "Last sync" },
              { header: "Work not sent yet" },
            ]}
            rows={devices.map((device) => [
              `${deviceName(device.user_agent)}, signed in ${formatDay(device.signed_in_at)}`,
              formatMoment(device.used_at),
              device.synced_at ? formatMoment(device.synced_at) : "—",
              waitingWords(device),
            ])}
          />
          <p className="max-w-prose text-muted">
            A device reports this each time it syncs. Work done there since then, without a connection, is not
            counted.
          </p>
        </>
      )}
    </section>
  );
}
