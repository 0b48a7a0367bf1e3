import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import type { Contact } from '@rumbo/contract/directory.contract'
import { useId } from 'react'
import { useText } from '../ui/i18n.tsx'
import { LockedReason } from '../ui/LockedReason.tsx'
import { token } from '../ui/theme/tokens.ts'
import { LinkedUser } from './contact-chips.tsx'
import { LinkableUserPicker } from './LinkableUserPicker.tsx'
import { SystemUserFields } from './SystemUserFields.tsx'
import type { SystemUserDraft, SystemUserErrors } from './system-user-draft.rules.ts'

const choices = [
  { mode: 'none', label: 'directory.user.none', hint: 'directory.user.noneHint' },
  { mode: 'create', label: 'directory.user.create', hint: 'directory.user.createHint' },
  { mode: 'link', label: 'directory.user.link', hint: 'directory.user.linkHint' },
] as const

interface SystemUserStepProps {
  draft: SystemUserDraft
  errors: SystemUserErrors
  companyId: string
  /** The user linked to the contact, if any. */
  user: Contact['user']
  mayEditUsers: boolean
  onChange: (some: Partial<SystemUserDraft>) => void
}

/** Step 4: shows the linked user, creates one, or links an existing one. */
export function SystemUserStep(props: SystemUserStepProps) {
  const { draft, errors, companyId, user, mayEditUsers, onChange } = props
  const { t } = useText()
  const labelId = useId()
  if (user !== null) return <LinkedUser user={user} />
  if (!mayEditUsers) {
    return <LockedReason label={t('directory.user.create')} reason={t('directory.user.forbidden')} />
  }
  return (
    <Box sx={{ display: 'grid', gap: '18px' }}>
      <Box>
        <FormLabel id={labelId}>{t('directory.user.choice')}</FormLabel>
        <RadioGroup
          aria-labelledby={labelId}
          value={draft.mode}
          onChange={(_, mode) => onChange({ mode: mode as SystemUserDraft['mode'] })}
        >
          {choices.map(({ mode, label, hint }) => (
            <FormControlLabel
              key={mode}
              value={mode}
              control={<Radio />}
              label={
                <Box sx={{ py: '4px' }}>
                  <Box>{t(label)}</Box>
                  <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t(hint)}</Box>
                </Box>
              }
            />
          ))}
        </RadioGroup>
      </Box>
      {draft.mode === 'create' && (
        <SystemUserFields draft={draft} errors={errors} companyId={companyId} onChange={onChange} />
      )}
      {draft.mode === 'link' && (
        <>
          {errors.mode && <Alert severity="error">{t(errors.mode)}</Alert>}
          <LinkableUserPicker
            companyId={companyId}
            error={errors.userId && t(errors.userId)}
            onChoose={(chosen) => onChange({ userId: chosen?.id ?? null })}
          />
        </>
      )}
    </Box>
  )
}
