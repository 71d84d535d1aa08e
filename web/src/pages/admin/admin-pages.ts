/** The pages of the admins: where each is, what its link says, and the addresses that belong to it. */
export const adminPages = [
  ["/account/admin/tickets", "Tickets", "/account/admin/tickets"],
  ["/account/admin/accounts", "Accounts", "/account/admin/accounts/*?"],
  ["/account/admin/events", "Notifications", "/account/admin/events"],
  ["/account/admin/queues", "Queues", "/account/admin/queues"],
] as const;
