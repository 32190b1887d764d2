import type { CapstoneFieldId } from "../../domain/course/capstone.ts";

/** A capstone for visitors. We wrote both the text and the reviewer's answer. */
export const SAMPLE_CAPSTONE: Record<CapstoneFieldId, string> = {
  "l11-purpose":
    "A food bank in an English town wants AI to read the intake form and propose a parcel: size, diet, items for a baby. It may not refuse a parcel. Users: four coordinators. Affected without using it: about 180 households a week, their children, and the volunteers who pack. The coordinators gain half a morning. A household carries the risk of a wrong parcel, and so far nobody has told it that software is involved.",
  "l11-does":
    "It can group the words on a form. It cannot know what a person was ashamed to write. Known: we ran 60 old forms without names, 20 in each of three languages. Wrong diet: one in English, two in Urdu, six in Tigrinya. Not known: how large the gap really is, because 20 forms in a language are few.",
  "l11-delegation":
    "AI proposes, a coordinator compares the proposal with the form and decides, a volunteer packs. Names and addresses are cut off first. Our first prompt, “suggest a parcel”, gave 31 of 60 that we could use. The second asks for a list of diet, ages and baby items, and gave 49. Before, 7 minutes a form. Now 4, of which 2 are for checking, timed by two coordinators for a week.",
  "l11-rules":
    "Law as at 20 November 2026. This is not legal advice. All of this happens in the UK, so as far as I can see the EU AI Act does not apply. As a yardstick: if the tool could refuse anyone, it would come close to the high-risk area of essential services. UK GDPR: allergies are health data and diet can show a religion, so a data protection impact assessment comes first. Owner: the manager.",
  "l11-harms":
    "A child with an allergy gets the wrong food. So the tool never proposes anything about allergies: a coordinator copies them from the form. Each parcel carries a card in three languages: software helped, ask for a person. The coordinator on duty may repack it the same day and writes down why.",
  "l11-traditions":
    "Rights: UNESCO’s Recommendation (2021) names dignity as a value, so no household is ranked. Ubuntu: Sabelo Mhlambi (2020) sees personhood as relational, and a form that a machine reads first cuts the talk at the counter short. The one asks what each person is owed, the other what happens between people. So the talk stays: a coordinator asks one open question before looking at the proposal.",
  "l11-trace":
    "Data: the seller names “public text”. I asked for more on 3 November and have no answer yet. Labour: not known. Language: Tigrinya is served worst, as the test shows. Energy: there is no figure for this tool.",
  "l11-decision":
    "Change. Forms in Tigrinya go to a person until a larger test finds no gap. The cards are printed and the impact assessment is finished before the first real form. Owner: the manager. Review: 1 March 2027, or the day after a wrong parcel for an allergy. Six people who use the food bank see the mistakes each month and may switch the tool off.",
  "l11-diligence":
    "A chatbot shortened sections 1 and 3, and I compared each sentence with my notes. Nothing personal was pasted. I read the abstract of Mhlambi’s paper and a summary of UNESCO’s text. I answer for this review. Sources: UNESCO, Recommendation on the Ethics of AI (2021); Mhlambi, Carr Center Discussion Paper 2020-009; UK GDPR, Article 35; Regulation (EU) 2024/1689.",
};

export const SAMPLE_REVIEW = {
  overall:
    "A pass, and a review that a board could act on. Your test found the gap, and your decision follows from it. Before March, ask the seller about labour and add equality law to section 4.",
  scores: [4, 4, 3, 3, 3],
  comments: [
    "Three languages, counted separately, and you say what 20 forms cannot show. I could repeat this test tomorrow.",
    "Two prompts with their results, and a time that includes the checking. Next time, say what happened with the 11 forms that the second prompt failed.",
    "The date, the yardstick and the impact assessment are there, and the manager owns it. But six wrong of 20 in Tigrinya against one in English raises section 19 of the Equality Act 2010, which you do not name. That is the step to a 4.",
    "Both traditions have their source, and the open question at the counter comes from the second. For a 4, listen to a critic as well: could that question feel like an interview to a person in need?",
    "People who use the food bank can switch the tool off. That is real authority. But labour is “not known” and you did not ask, and a household cannot choose a person before something has gone wrong.",
  ],
  hasSources: true,
  hasDiligence: true,
};
