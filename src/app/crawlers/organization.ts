import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { absolute, type Thing } from "./thing.ts";

const organizationId = () => absolute("/#organization");

/** The reference by which other things name their provider. */
export function provider(): Thing {
  return {
    "@type": "EducationalOrganization",
    "@id": organizationId(),
    name: SITE.name,
    url: absolute(paths.landing()),
  };
}

/** The provider of the site, with the details that are configured. */
export function organization(): Thing {
  return {
    ...provider(),
    legalName: SITE.legalName,
    description: SITE.description,
    logo: absolute("/icons/icon-512.png"),
    email: SITE.contactEmail,
    address: SITE.address ?? undefined,
    vatID: SITE.vatNumber ?? undefined,
    sameAs: SITE.socialLinks.length > 0 ? SITE.socialLinks.map(({ url }) => url) : undefined,
  };
}

/** The name that search results show for the whole site. */
export function webSite(): Thing {
  return {
    "@type": "WebSite",
    name: SITE.name,
    url: absolute(paths.landing()),
    inLanguage: "en-GB",
    publisher: { "@id": organizationId() },
  };
}
