import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { NotificationMethod } from '@rumbo/contract/notifications.contract'
import { type EscalationStep, escalationSteps } from '@rumbo/contract/notifications.rules.contract'
import { useRef } from 'react'
import { MethodNotice } from '../../app/MethodNotice.tsx'
import { useKeptFocus } from '../../ui/hooks/use-kept-focus.ts'
import { useText } from '../../ui/i18n.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { AudienceField } from './AudienceField.tsx'

interface EscalationFieldProps {
  companyId: string
  /** Those offered. */
  methods: readonly NotificationMethod[]
  value: readonly EscalationStep[]
  onChange: (value: EscalationStep[]) => void
}

/** Whether a step may be saved: 30 seconds to a day, with recipients and methods. */
export const isStepWhole = ({ afterSeconds, audience, methods }: EscalationStep): boolean =>
  afterSeconds >= 30 && afterSeconds <= 86_400 && audience.length > 0 && methods.length > 0

/** Who is called next while nobody acknowledges the event. */
export function EscalationField({ companyId, methods: offered, value, onChange }: EscalationFieldProps) {
  const { t } = useText()
  const add = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(value.length, () => add.current ?? box.current?.querySelector('button'))
  const set = (at: number, some: Partial<EscalationStep>) =>
    onChange(value.map((step, index) => (index === at ? { ...step, ...some } : step)))
  return (
    <Box ref={box} sx={{ display: 'grid', gap: '14px' }}>
      <Typography sx={{ color: token('textSoft') }}>{t('notificationRules.escalation.lead')}</Typography>
      {value.map((step, at) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity of their own
          key={at}
          role="group"
          aria-label={t('notificationRules.escalation.step', { number: at + 1 })}
          sx={{
            display: 'grid',
            gap: '10px',
            p: '12px',
            border: `1px solid ${token('line')}`,
            borderRadius: '12px',
          }}
        >
          <TextField
            size="small"
            type="number"
            label={t('notificationRules.escalation.after')}
            value={step.afterSeconds}
            error={step.afterSeconds < 30 || step.afterSeconds > 86_400}
            helperText={t('notificationRules.escalation.range')}
            onChange={({ target }) => set(at, { afterSeconds: Math.trunc(Number(target.value)) })}
          />
          <AudienceField
            companyId={companyId}
            label={t('notificationRules.escalation.who')}
            value={step.audience}
            error={step.audience.length === 0 ? t('notificationRules.valid.audience') : undefined}
            onChange={(audience) => set(at, { audience })}
          />
          <FilterChips
            label={t('notificationRules.field.methods')}
            chips={offered.map((method) => ({
              value: method,
              label: t(`notifications.method.${method}`),
            }))}
            selected={step.methods}
            onChange={(methods) => set(at, { methods })}
          />
          <MethodNotice methods={step.methods} />
          <Button
            size="small"
            onClick={() => onChange(value.filter((_, index) => index !== at))}
            sx={{ justifySelf: 'start' }}
          >
            {t('notificationRules.escalation.remove', { number: at + 1 })}
          </Button>
        </Box>
      ))}
      {value.length < escalationSteps && (
        <Button
          ref={add}
          size="small"
          startIcon={<AddRounded />}
          sx={{ justifySelf: 'start' }}
          onClick={() =>
            onChange([
              ...value,
              {
                afterSeconds: Math.min(86_400, (value.at(-1)?.afterSeconds ?? 60) + 120),
                audience: [{ kind: 'roles', roles: ['fleet_manager'] }],
                methods: ['in_app', 'push'],
              },
            ])
          }
        >
          {t('notificationRules.escalation.add')}
        </Button>
      )}
    </Box>
  )
}
