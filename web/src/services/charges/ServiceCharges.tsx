import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type ChargePhase,
  chargePhases,
  readCharges,
  type ServiceCharge,
} from '@rumbo/contract/services.charges.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { formatMoney } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { ChargeLines } from '../../billing/ChargeLines.tsx'
import { boxLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ChargeSource } from './ChargeSource.tsx'

const names = {
  estimate: 'services.field.estimatedCost',
  current: 'services.field.currentCost',
  final: 'services.field.finalCost',
} as const satisfies Record<ChargePhase, string>

/** What a service costs, line by line: final or current, and what was estimated. */
export function ServiceCharges({ service }: { service: Service }) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(readCharges, { params: { id: service.id } })
  if (answer.isError)
    return (
      <ErrorState
        text={message(answer.error, t('services.charges.failed'))}
        onRetry={() => void answer.refetch()}
      />
    )
  const charges = chargePhases.flatMap((phase) => answer.data?.[phase] ?? []).reverse()
  if (charges.length === 0) return null
  return (
    <Box component="section" aria-label={t('services.charges.title')} sx={{ display: 'grid', gap: '10px' }}>
      <Box component="h3" sx={{ typography: 'h2', m: 0 }}>
        {t('services.charges.title')}
      </Box>
      {charges.map((charge, at) => (
        <Phase key={charge.phase} charge={charge} isOpenFirst={at === 0} />
      ))}
    </Box>
  )
}

/** One charge; the latest is open, earlier ones open on request. */
function Phase({ charge, isOpenFirst }: { charge: ServiceCharge; isOpenFirst: boolean }) {
  const { t, language } = useText()
  const [isOpen, setOpen] = useState(isOpenFirst)
  const name = t(names[charge.phase])
  return (
    <Box sx={{ ...boxLook, p: '10px 14px', display: 'grid', gap: '6px' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px' }}>
        <Box component="h4" sx={{ typography: 'h3', m: 0 }}>
          {name}
        </Box>
        {isOpen ? null : (
          <Button
            size="small"
            onClick={() => setOpen(true)}
            aria-label={`${name}: ${t('services.charges.open')}`}
          >
            {formatMoney(language, charge.total, charge.currency)} · {t('services.charges.open')}
          </Button>
        )}
      </Box>
      {isOpen && (
        <>
          <ChargeLines charge={charge} label={name} />
          <ChargeSource charge={charge} />
        </>
      )}
    </Box>
  )
}
