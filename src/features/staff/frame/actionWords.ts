/** What staff and reviewers can do, in words, by the code in `staff_actions`. */
export const ACTIONS = {
  list_exported: "List saved as a file",
  role_changed: "Role changed",
  credentials_resent: "Sign-in details sent again",
  email_corrected: "Email address corrected",
  invoice_opened: "Order by invoice opened",
  invoice_sent: "Sending of the invoice requested",
  invoice_voided: "Voiding of the invoice requested",
  refund_started: "Refund started",
  order_refunded: "Refund completed",
  refund_refused: "Refund refused by the payment provider",
  access_extended: "Access extended",
  access_ended: "Access ended",
  access_restored: "Access restored",
  student_id_opened: "Student ID opened",
  student_id_approved: "Student ID approved",
  student_id_refused: "Student ID refused",
  team_extended: "Places of a team kept open",
  team_ended: "Team ended",
  team_reopened: "End of a team taken back",
  team_seat_ended: "Person removed from a team",
  team_handed_over: "Team handed over",
  message_assigned: "Message assigned",
  message_closed: "Message closed",
  message_answered: "Message answered",
  capstone_reviewed: "Capstone reviewed",
  second_opinion_asked: "Second opinion requested",
  second_opinion_withdrawn: "Request for a second opinion withdrawn",
  certificate_name_corrected: "Name on a certificate corrected",
  certificate_revoked: "Certificate revoked",
  course_announced: "Opening of a course announced",
  settings_saved: "Settings saved",
  reset_mail_sent: "Password reset email sent",
  confirmation_mail_sent: "Confirmation email sent",
  factor_removal_requested: "Removal of a lost second factor requested",
  factor_removal_confirmed: "Removal of a lost second factor confirmed",
  factor_removal_withdrawn: "Request to remove a lost second factor withdrawn",
  factor_removed: "Second factor removed",
} as const;

/** The code itself, with spaces, for one that a later version of the database has added. */
export function actionWords(action: string): string {
  const known: Record<string, string> = ACTIONS;
  return known[action] ?? action.replaceAll("_", " ");
}
