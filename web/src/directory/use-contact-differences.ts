import type { Difference } from '../ui/dialogs/ConflictDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { addressText, type ContactDraft, contactTextFields } from './contact-draft.rules.ts'

const flags = ['phoneVerified', 'emailVerified', 'backgroundCheck'] as const

/** The differences between two states of a contact, in words. */
export function useContactDifferences(): (mine: ContactDraft, theirs: ContactDraft) => Difference[] {
  const { t } = useText()
  const words = (of: ContactDraft): Record<string, string> => ({
    ...Object.fromEntries(contactTextFields.map((name) => [t(`directory.field.${name}`), of[name].trim()])),
    [t('directory.field.role')]: t(`directory.role.${of.role}`),
    [t('directory.field.status')]: t(`directory.status.${of.status}`),
    ...Object.fromEntries(
      flags.map((name) => [
        t(`directory.field.${name}`),
        t(of[name] ? 'directory.flag.on' : 'directory.flag.off'),
      ]),
    ),
    [t('directory.field.addresses')]: of.addresses
      .map((address) => `${t(`directory.addressType.${address.type}`)}: ${addressText(address)}`)
      .join(' · '),
  })
  return (mine, theirs) => {
    const [a, b] = [words(mine), words(theirs)]
    return Object.keys(a)
      .filter((label) => a[label] !== b[label])
      .map((label) => ({ label, mine: a[label] ?? '', theirs: b[label] ?? '' }))
  }
}
