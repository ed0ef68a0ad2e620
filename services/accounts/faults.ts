/** One switch each. All answer plausibly; most can be seen only by adding up. */
export const ACCOUNTS_FAULTS = {
  "transfer-creates-money": "POST /transfers credits one account and does not debit the other.",
  "transfer-loses-a-cent": "POST /transfers of more than 100 debits one cent more than it credits.",
  "transfer-overdraws": "POST /transfers does not look at the balance.",
  "refused-transfer-debits": "POST /transfers refuses for want of money, but empties the account.",
  "self-transfer-credits": "POST /transfers accepts one account for both sides and credits it.",
  "idempotency-key-ignored": "POST /transfers with the same Idempotency-Key moves the money again.",
  "idempotency-key-reused": "POST /transfers answers a used Idempotency-Key though the body is another.",
  "reverse-twice": "POST /transfers/{transferId}/reverse works on a transfer that was reversed.",
  "reverse-not-debited": "POST /transfers/{transferId}/reverse gives the money back without taking it.",
  "transfers-only-outgoing": "GET /transfers?account leaves out what the account was sent.",
  "withdraw-keeps-a-cent": "POST /accounts/{accountId}/withdraw refuses to give out the whole balance.",
  "ledger-forgets-deposits": "GET /ledger leaves deposits out of its total.",
  "delete-account-with-money": "DELETE /accounts/{accountId} accepts an account that is not empty.",
  "rename-resets-balance": "PUT /accounts/{accountId} sets the balance to what it was at the opening.",
} as const;

export type AccountsFault = keyof typeof ACCOUNTS_FAULTS;
