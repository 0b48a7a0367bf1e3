import type { FieldCode } from '@rumbo/contract/problems.contract'

export interface ContactDraft {
  firstName: string
  lastName: string
  primaryPhone: string
  email: string
}

/** Names and a phone are required; phone and e-mail must be ones. */
export function checkContact(
  draft: ContactDraft,
): Partial<Record<keyof ContactDraft, `fields.${FieldCode}`>> {
  const found: Partial<Record<keyof ContactDraft, `fields.${FieldCode}`>> = {}
  for (const name of ['firstName', 'lastName'] as const) {
    if (draft[name].trim() === '') found[name] = 'fields.required'
    else if (draft[name].trim().length > 100) found[name] = 'fields.too_long'
  }
  const phone = draft.primaryPhone.trim()
  if (phone === '') found.primaryPhone = 'fields.required'
  else if (!/^\+?[\d\s().-]{7,20}$/.test(phone)) found.primaryPhone = 'fields.phone_invalid'
  const email = draft.email.trim()
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) found.email = 'fields.email_invalid'
  return found
}
