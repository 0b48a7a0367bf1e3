import Button from '@mui/material/Button'
import { useText } from '../ui/i18n.tsx'
import { AccountField } from './AccountForm.tsx'
import { validateOtp } from './identity.rules.ts'
import type { BoundField } from './use-account-form.ts'

/** The second factor requested: none, a code of the app, or a recovery code. */
export type Proof = 'none' | 'otp' | 'recovery'

export const secondFactorJudges = {
  otp: (value: string) => validateOtp(value, true),
  recovery: (value: string) => (value.trim() === '' ? 'identity.login.recoveryRequired' : null),
}

/** The request fields that carry the requested second factor. */
export function proofOf(proof: Proof, { otp, recovery }: { otp: string; recovery: string }) {
  if (proof === 'otp') return { otp_code: otp }
  return proof === 'recovery' ? { recovery_code: recovery.trim() } : {}
}

interface SecondFactorProps {
  proof: Proof
  onProof: (proof: Proof) => void
  field: (name: 'otp' | 'recovery') => BoundField
}

/** The field for the requested second factor, with a link to the other kind of code. */
export function SecondFactor({ proof, onProof, field }: SecondFactorProps) {
  const { t } = useText()
  if (proof === 'none') return null
  return (
    <>
      {proof === 'otp' ? (
        <AccountField
          key="otp"
          label={t('identity.field.otp')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          autoFocus
          field={field('otp')}
        />
      ) : (
        <AccountField
          key="recovery"
          label={t('identity.login.recovery')}
          autoComplete="off"
          maxLength={20}
          autoFocus
          field={field('recovery')}
        />
      )}
      <Button onClick={() => onProof(proof === 'otp' ? 'recovery' : 'otp')} sx={{ justifySelf: 'start' }}>
        {t(proof === 'otp' ? 'identity.login.useRecovery' : 'identity.login.useOtp')}
      </Button>
    </>
  )
}
