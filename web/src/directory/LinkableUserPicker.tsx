import { useState } from 'react'
import { type PickedUser, UserPicker } from '../identity/UserPicker.tsx'
import { useText } from '../ui/i18n.tsx'

interface LinkableUserPickerProps {
  companyId: string
  error?: string
  onChoose: (user: PickedUser | null) => void
}

/** Chooses a user to link to a contact. Linked users and those that may not be changed are shown but locked. */
export function LinkableUserPicker({ companyId, error, onChoose }: LinkableUserPickerProps) {
  const { t } = useText()
  const [chosen, setChosen] = useState<PickedUser | null>(null)
  return (
    <UserPicker
      label={t('directory.user.which')}
      companyId={companyId}
      value={chosen}
      obstacleOf={({ contact, mayChange }) => {
        if (contact !== null) return t('directory.user.linkedElsewhere', { name: contact.name })
        return mayChange ? null : t('problems.forbidden')
      }}
      isRequired
      error={error}
      onChoose={(user) => {
        setChosen(user)
        onChoose(user)
      }}
    />
  )
}
