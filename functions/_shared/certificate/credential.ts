import { verifyUrl } from "../../../src/domain/certificate.ts";
import { COURSE, TOTAL_LESSONS } from "../../../src/domain/course.ts";
import { paths } from "../../../src/domain/paths.ts";
import { SITE } from "../../../src/domain/site.ts";
import type { FunctionsEnv } from "../env.ts";
import { issuerId, statusListId } from "./addresses.ts";
import { CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT } from "./contextUrls.ts";

export type CertificateFacts = { id: string; holderName: string; issuedAt: string; statusIndex: number };

/** The certificate as an Open Badges 3.0 credential, not yet signed. It holds no e-mail address and no account id. */
export function certificateCredential(env: FunctionsEnv, facts: CertificateFacts) {
  const statusList = statusListId(env);
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
        id: `${env.SITE_URL}${paths.academy()}#${COURSE.id}`,
        type: ["Achievement"],
        achievementType: "Course",
        name: COURSE.title,
        description: SITE.description,
        criteria: { narrative: `Completed all ${TOTAL_LESSONS} lessons of ${COURSE.title}.` },
      },
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
