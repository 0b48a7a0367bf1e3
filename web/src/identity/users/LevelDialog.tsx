import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import type { Level } from '@rumbo/contract/access'
import { changeUserLevel, type User } from '@rumbo/contract/identity.users.contract'
import { type FormEvent, useId, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useManager } from './use-manager.ts'
import { levelConsequences, levelsToChangeTo } from './user-access.rules.ts'

/** Changes the level of a user and explains the consequences. Mount it to open it. */
export function LevelDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const manager = useManager()
  const nowId = useId()
  const [level, setLevel] = useState<Level>(user.level)
  const change = useChange(changeUserLevel, {
    evicts: ['organisation', 'tree', 'directory'],
    onSuccess: ({ displayName }) => {
      toasts.show({
        type: 'success',
        message: t('users.done.levelChanged', { name: displayName, level: t(`identity.level.${level}`) }),
      })
      onClose()
    },
  })
  const consequences = levelConsequences(user.level, level)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    if (level === user.level) onClose()
    else change.mutate({ params: { id: user.id }, body: { level } })
  }
  return (
    <FormDialog
      title={t('users.level.title', { name: user.displayName })}
      submitLabel={t('users.level.submit')}
      isBusy={change.isPending}
      error={change.isError ? message(change.error, t('users.error.changeLevel')) : null}
      onSubmit={submit}
      onClose={onClose}
      maxWidth="sm"
    >
      <Box id={nowId} sx={{ color: token('textSoft') }}>
        {t('users.level.now', { level: t(`identity.level.${user.level}`) })}
      </Box>
      <RadioGroup
        aria-labelledby={nowId}
        value={level}
        onChange={(_, next) => setLevel(next as Level)}
        sx={{ gap: '6px' }}
      >
        {levelsToChangeTo(manager.level).map((value) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio />}
            sx={{ alignItems: 'flex-start', m: 0 }}
            label={
              <Box component="span" sx={{ display: 'block', pt: '7px' }}>
                <Box component="span" sx={{ display: 'block', fontWeight: 620 }}>
                  {t(`identity.level.${value}`)}
                </Box>
                <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
                  {t(`users.level.about.${value}`)}
                </Box>
              </Box>
            }
          />
        ))}
      </RadioGroup>
      <Box aria-live="polite" sx={{ '&:empty': { display: 'none' } }}>
        {consequences.length > 0 && (
          <Alert severity={consequences.length > 1 ? 'warning' : 'info'}>
            {consequences.map((key) => (
              <Box key={key}>{t(key)}</Box>
            ))}
          </Alert>
        )}
      </Box>
    </FormDialog>
  )
}
