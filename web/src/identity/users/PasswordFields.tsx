import AutoFixHighRounded from '@mui/icons-material/AutoFixHighRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useId, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { NewPasswordFields } from '../AccountForm.tsx'
import { generatePassword, type PasswordStrength, passwordStrength, randomBelow } from './password.rules.ts'
import type { UserErrorKey } from './user-draft.rules.ts'

interface PasswordFieldsProps {
  password: string
  confirmation: string
  errors: { password?: UserErrorKey; confirmation?: UserErrorKey }
  onChange: (some: { password?: string; confirmation?: string }) => void
}

const looks = {
  weak: { share: 33, colour: 'critical' },
  fair: { share: 66, colour: 'alarmed' },
  strong: { share: 100, colour: 'active' },
} as const satisfies Record<PasswordStrength, unknown>

function Strength({ password }: { password: string }) {
  const { t } = useText()
  const labelId = useId()
  const strength = passwordStrength(password)
  const { share, colour } = looks[strength]
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: '10px', gridColumn: '1 / -1' }}>
      <LinearProgress
        variant="determinate"
        value={share}
        aria-labelledby={labelId}
        aria-valuetext={t(`users.form.strength.${strength}`)}
        sx={{
          flex: 1,
          height: 6,
          borderRadius: 3,
          backgroundColor: token('sunken'),
          '& .MuiLinearProgress-bar': { backgroundColor: token(colour) },
        }}
      />
      <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
        <span id={labelId}>{t('users.form.strength')}</span>
        {': '}
        <Box component="span" sx={{ color: token(colour), fontWeight: 620 }}>
          {t(`users.form.strength.${strength}`)}
        </Box>
      </Box>
    </Box>
  )
}

/** A new password typed twice, or a generated one that is shown to be handed over. */
export function PasswordFields({ password, confirmation, errors, onChange }: PasswordFieldsProps) {
  const { t } = useText()
  const [generated, setGenerated] = useState('')
  const field = (name: 'password' | 'confirmation', value: string) => ({
    name,
    value,
    error: errors[name] ?? null,
    onChange: (next: string) => onChange({ [name]: next }),
    onBlur: () => {},
    ref: () => {},
  })
  return (
    <>
      <NewPasswordFields
        label={t('identity.field.password')}
        password={field('password', password)}
        confirmation={field('confirmation', confirmation)}
      />
      {password !== '' && <Strength password={password} />}
      <Box
        sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: '10px', alignItems: 'center' }}
      >
        <Button
          variant="outlined"
          size="small"
          startIcon={<AutoFixHighRounded />}
          onClick={() => {
            const made = generatePassword(randomBelow)
            setGenerated(made)
            onChange({ password: made, confirmation: made })
          }}
        >
          {t('users.form.generate')}
        </Button>
        <Box role="status" sx={{ typography: 'body2', color: token('textSoft') }}>
          {generated !== '' && generated === password && (
            <>
              {t('users.form.generated')}{' '}
              <Box
                component="code"
                sx={{ color: token('text'), fontWeight: 620, userSelect: 'all', overflowWrap: 'anywhere' }}
              >
                {generated}
              </Box>
            </>
          )}
        </Box>
      </Box>
    </>
  )
}
