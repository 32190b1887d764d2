import { verifyUrl } from "../../../src/domain/certificate/certificate.ts";
import { ASSESSED } from "../../../src/domain/certificate/certificateText.ts";
import { COURSE, TOTAL_LESSONS } from "../../../src/domain/course/course.ts";
import { paths } from "../../../src/domain/paths.ts";
import { SITE } from "../../../src/domain/site.ts";
import type { FunctionsEnv } from "../env.ts";
import { CREDENTIALS_CONTEXT, issuerId, OPEN_BADGES_CONTEXT, statusListId } from "./addresses.ts";

export type CertificateFacts = {
  id: string;
  holderName: string;
  issuedAt: string;
  statusIndex: number;
  /** The number of lessons whose quiz the learner passed in an attempt that the server graded. */
  quizzesPassed: number;
};

/** The certificate as an Open Badges 3.0 credential, not yet signed. It contains no email address and no account id. */
export function certificateCredential(env: FunctionsEnv, facts: CertificateFacts) {
  const statusList = statusListId(env);
  const achievement = `${env.SITE_URL}${paths.academy()}#${COURSE.id}`;
  const quizzes = `${achievement}-quizzes`;
  return {
    "@context": [CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT],
    id: verifyUrl(env.SITE_URL, facts.id),
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: COURSE.title,
    issuer: { id: issuerId(env), type: ["Profile"], name: SITE.name, url: env.SITE_URL },
    validFrom: facts.issuedAt,
    credentialSubject: {
      type: ["AchievementSubject"],
      identifier: [
        { type: "IdentityObject", hashed: false, identityType: "name", identityHash: facts.holderName },
      ],
      achievement: {
        id: achievement,
        type: ["Achievement"],
        achievementType: "Course",
        name: COURSE.title,
        description: SITE.description,
        criteria: {
          narrative: `Completed all ${TOTAL_LESSONS} lessons of ${COURSE.title}. Learners may mark a lesson as complete themselves: the result says what was assessed.`,
        },
        resultDescription: [
          {
            id: quizzes,
            type: ["ResultDescription"],
            name: ASSESSED,
            resultType: "RawScore",
            valueMin: "0",
            valueMax: String(TOTAL_LESSONS),
          },
        ],
      },
      result: [{ type: ["Result"], resultDescription: quizzes, value: String(facts.quizzesPassed) }],
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
