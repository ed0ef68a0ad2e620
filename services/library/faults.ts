/**
 * One switch each, after the weaknesses that deliberately vulnerable services show: each lets somebody see or do
 * what is not theirs, or forgets what it was told. None shows as a 5xx.
 */
export const LIBRARY_FAULTS = {
  "register-as-admin": "POST /users/register takes `admin` from the body: anybody can become one.",
  "register-taken-name": "POST /users/register takes a name that is taken, and its password with it.",
  "login-ignores-case": "POST /users/login does not mind the case of the password.",
  "old-password-still-works": "PUT /users/{username}/password answers 204, but the old password stays.",
  "password-of-another": "PUT /users/{username}/password lets any user change any password.",
  "email-of-all": "PUT /users/{username}/email changes the email of every user.",
  "users-show-passwords": "GET /users shows the passwords.",
  "anyone-deletes-users": "DELETE /users/{username} does not ask whether the user is an admin.",
  "deleted-user-keeps-token": "DELETE /users/{username} leaves the tokens of the user valid.",
  "book-without-token": "POST /books takes a book without a token and gives it to the admin.",
  "book-of-another-shown": "GET /books/{title} shows the secret of another user's book.",
  "book-of-another-overwritten": "POST /books takes a title that another user's book has, and replaces it.",
  "own-books-only-newest": "GET /books shows only the newest book of each user.",
  "delete-book-of-another": "DELETE /books/{title} deletes another user's book.",
} as const;

export type LibraryFault = keyof typeof LIBRARY_FAULTS;
