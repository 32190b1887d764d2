import { CAPSTONE_ACHIEVEMENT, verifyUrl } from "../../../src/domain/certificate/certificate.ts";
import {
  ASSESSED,
  CAPSTONE_ASSESSED,
  CAPSTONE_MAX_MARKS,
  KIND_TEXT,
  SAMPLE_TEXT,
} from "../../../src/domain/certificate/certificateText.ts";
import { CAPSTONE_PASS_MARKS, RUBRIC } from "../../../src/domain/course/capstone.ts";
import { COURSE, TOTAL_LESSONS } from "../../../src/domain/course/course.ts";
import { SAMPLE_CERTIFICATE_ID } from "../../../src/domain/ids.ts";
import { paths } from "../../../src/domain/paths.ts";
import type { ProviderFacts } from "../../../src/domain/provider/facts.ts";
import { SITE } from "../../../src/domain/site.ts";
import type { FunctionsEnv } from "../env.ts";
import { CREDENTIALS_CONTEXT, issuerId, OPEN_BADGES_CONTEXT, statusListId } from "./addresses.ts";

/** The minimum that the standard allows, so that one certificate hides among many (Bitstring Status List 1.0, §2.2). */
export const LIST_BITS = 131_072;

export type CertificateFacts = {
  id: string;
  holderName: string;
  issuedAt: string;
  statusIndex: number;
  assessed: Assessed;
};

export type Assessed =
  /** The number of lessons whose quiz the learner passed in an attempt that the server graded. */
  | { kind: "completion"; quizzesPassed: number }
  /** The points that a reviewer gave for the capstone, and when. */
  | { kind: "capstone"; marks: number; reviewedAt: string };

/** The certificate as an Open Badges 3.0 credential, not yet signed. It contains no email address or account id of the
 * learner. */
export function certificateCredential(env: FunctionsEnv, provider: ProviderFacts, facts: CertificateFacts) {
  const statusList = statusListId(env);
  return {
    "@context": [CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT],
    id: verifyUrl(env.SITE_URL, facts.id),
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: KIND_TEXT[facts.assessed.kind].achievement,
    issuer: issuerProfile(env, provider),
    validFrom: facts.issuedAt,
    credentialSubject: {
      type: ["AchievementSubject"],
      identifier: [
        { type: "IdentityObject", hashed: false, identityType: "name", identityHash: facts.holderName },
      ],
      ...achieved(env, facts.assessed),
    },
    credentialStatus: {
      id: `${statusList}#${facts.statusIndex}`,
      type: "BitstringStatusListEntry",
      statusPurpose: "revocation",
      statusListIndex: String(facts.statusIndex),
      statusListCredential: statusList,
    },
  };
}

/** The sample certificate for visitors. Its name and its achievement say that it is a sample. */
export function sampleCredential(env: FunctionsEnv, provider: ProviderFacts) {
  const credential = certificateCredential(env, provider, {
    id: SAMPLE_CERTIFICATE_ID,
    holderName: SAMPLE_TEXT.holderName,
    issuedAt: "2026-11-20T00:00:00.000Z",
    // The last place of the status list, which no certificate reaches.
    statusIndex: LIST_BITS - 1,
    assessed: { kind: "completion", quizzesPassed: TOTAL_LESSONS },
  });
  const { achievement } = credential.credentialSubject;
  return {
    ...credential,
    name: SAMPLE_TEXT.achievement,
    credentialSubject: {
      ...credential.credentialSubject,
      achievement: {
        ...achievement,
        id: `${achievement.id}-sample`,
        name: SAMPLE_TEXT.achievement,
        description: SAMPLE_TEXT.note,
      },
    },
  };
}

/** https://www.imsglobal.org/spec/ob/v3p0#org.1edtech.ob.v3p0.profile.class: `official` is the person who signs. */
function issuerProfile(env: FunctionsEnv, { supportEmail, signatoryName, signatoryRole }: ProviderFacts) {
  return {
    id: issuerId(env),
    type: ["Profile"],
    name: SITE.name,
    url: env.SITE_URL,
    email: supportEmail,
    ...(signatoryName && { official: `${signatoryName}, ${signatoryRole}` }),
  };
}

function achieved(env: FunctionsEnv, assessed: Assessed) {
  const course = `${env.SITE_URL}${paths.academy()}#${COURSE.id}`;
  switch (assessed.kind) {
    case "completion": {
      const quizzes = `${course}-quizzes`;
      return {
        achievement: {
          id: course,
          type: ["Achievement"],
          achievementType: "Course",
          name: KIND_TEXT.completion.achievement,
          description: SITE.description,
          criteria: {
            narrative: `Completed all ${TOTAL_LESSONS} lessons of ${COURSE.title}. Learners may mark a lesson as complete themselves: the result says what was assessed.`,
          },
          resultDescription: [rawScore(quizzes, ASSESSED, TOTAL_LESSONS)],
        },
        result: [{ type: ["Result"], resultDescription: quizzes, value: String(assessed.quizzesPassed) }],
      };
    }
    case "capstone": {
      const achievement = `${course}${CAPSTONE_ACHIEVEMENT}`;
      const points = `${achievement}-points`;
      const needed = RUBRIC.filter((row) => row.needed).map(({ criterion }) => criterion);
      return {
        activityEndDate: assessed.reviewedAt,
        achievement: {
          id: achievement,
          type: ["Achievement"],
          achievementType: "Assessment",
          name: KIND_TEXT.capstone.achievement,
          description: `The Plural AI Review is the final work of ${COURSE.title}: a written decision about one use of AI, in nine sections.`,
          criteria: {
            narrative: `${CAPSTONE_ASSESSED}: ${list(RUBRIC.map(({ criterion }) => criterion))}. It passed with at least ${CAPSTONE_PASS_MARKS} of ${CAPSTONE_MAX_MARKS} points, with points in ${list(needed)}, with its sources, and with a statement of how AI was used. The reviewer did not check who wrote it.`,
          },
          resultDescription: [rawScore(points, "Points from the reviewer", CAPSTONE_MAX_MARKS)],
        },
        result: [{ type: ["Result"], resultDescription: points, value: String(assessed.marks) }],
      };
    }
  }
}

function rawScore(id: string, name: string, max: number) {
  const range = { valueMin: "0", valueMax: String(max) };
  return { id, type: ["ResultDescription"], name, resultType: "RawScore", ...range };
}

const list = (words: readonly string[]) => new Intl.ListFormat("en-GB").format(words);
