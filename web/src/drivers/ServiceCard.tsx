import CallOutlined from '@mui/icons-material/CallOutlined'
import NavigationOutlined from '@mui/icons-material/NavigationOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Service } from '@rumbo/contract/services.contract'
import { proofsAt } from '@rumbo/contract/services.rules'
import { formatMoney } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { Card } from '../ui/Card.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { navigationLink, stepOf } from './driver.rules.ts'
import { useDriverWindow } from './driver-moment.ts'
import { ProofDialog, type TakenProof } from './proofs/ProofDialog.tsx'
import type { Act } from './use-driver.ts'

const large = { minHeight: 60 }

/** The service under way: where to go next, and one large button for what is done next. */
export function ServiceCard({ service, isPending, act }: { service: Service; isPending: boolean; act: Act }) {
  const { t, language } = useText()
  const windowOf = useDriverWindow()
  const [asking, setAsking] = useState<'no_show' | 'give_back' | 'proofs' | null>(null)
  const { id: serviceId, plannedStops, status } = service
  const step = stepOf(service)
  const { stop } = step
  const at = stop ? plannedStops.findIndex(({ id }) => id === stop.id) + 1 : plannedStops.length
  const standing =
    status === 'in_progress'
      ? 'driver.service.onBoard'
      : step.kind === 'arrive'
        ? 'driver.service.toPickup'
        : 'driver.service.atPickup'
  const amount = service.finalCost ?? service.currentCost ?? service.estimatedCost
  const proofStop =
    step.kind === 'complete' ? plannedStops.at(-1) : step.kind === 'deliver' ? step.stop : null
  const proofKinds = proofStop ? proofsAt(service, proofStop.id) : []
  const advance = (proofs?: readonly TakenProof[]) => {
    if (step.kind === 'arrive') return act({ kind: step.kind, serviceId, stopId: step.stop.id })
    if (step.kind === 'deliver') return act({ kind: step.kind, serviceId, stopId: step.stop.id }, proofs)
    return act({ kind: step.kind, serviceId }, proofs)
  }
  const label = {
    arrive: t('driver.service.arrived'),
    // What was loaded at the depot is only delivered.
    pick_up: t(step.stop?.stopType === 'drop' ? 'driver.service.beginDelivery' : 'driver.service.pickUp'),
    deliver: t('driver.service.deliver'),
    complete: t('driver.service.complete'),
  }[step.kind]
  const phone = stop?.contactPhone ?? service.customerPhone
  const following = plannedStops.slice(at).map(({ address }) => address)
  return (
    <Card
      title={t('driver.service.title', { number: service.serviceNumber })}
      detail={isPending ? t('driver.service.pending') : undefined}
    >
      <Box sx={{ display: 'grid', gap: '14px' }}>
        <Box role="status" sx={{ color: token('textSoft') }}>
          {t(standing)} · {t('driver.service.stopOf', { at, count: plannedStops.length })}
        </Box>
        {stop && (
          <Box sx={{ overflowWrap: 'anywhere' }}>
            <Box sx={{ typography: 'h2' }}>{stop.address}</Box>
            {stop.reference && <Box>{stop.reference}</Box>}
            <Box sx={{ color: token('textSoft') }}>{windowOf(stop.timeWindowStart, stop.timeWindowEnd)}</Box>
          </Box>
        )}
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' }}>
          <Button
            component="a"
            href={stop ? navigationLink(stop) : undefined}
            target="_blank"
            rel="noreferrer"
            variant="outlined"
            startIcon={<NavigationOutlined />}
            disabled={stop === null}
            sx={large}
          >
            {t('driver.service.navigate')}
          </Button>
          <Button
            component="a"
            href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
            variant="outlined"
            startIcon={<CallOutlined />}
            sx={large}
          >
            {t('driver.service.call')}
          </Button>
        </Box>
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <strong>{stop?.contactName ?? service.customerName}</strong>
          {service.notes && <Box sx={{ whiteSpace: 'pre-wrap' }}>{service.notes}</Box>}
        </Box>
        {service.paymentStatus === 'pending' && service.paymentMethod === 'cash'
          ? amount !== null && (
              <Box>
                {t('driver.service.cash', { amount: formatMoney(language, amount, service.currency) })}
              </Box>
            )
          : null}
        {service.paymentMethod !== 'cash' && (
          <Box>
            {t('driver.service.paidOtherwise', {
              method: t(`services.payment.method.${service.paymentMethod}`),
            })}
          </Box>
        )}
        {following.length > 0 && (
          <Box sx={{ color: token('textSoft'), overflowWrap: 'anywhere' }}>
            {t('driver.service.next', { list: following.join(' → ') })}
          </Box>
        )}
        <Button
          variant="contained"
          size="large"
          sx={{ minHeight: 68 }}
          onClick={() => (proofKinds.length > 0 ? setAsking('proofs') : void advance())}
        >
          {label}
        </Button>
        {status === 'vehicle_assigned' && (
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' }}>
            <Button sx={large} onClick={() => setAsking('no_show')} disabled={step.kind === 'arrive'}>
              {t('driver.service.noShow')}
            </Button>
            <Button sx={large} onClick={() => setAsking('give_back')}>
              {t('driver.service.giveBack')}
            </Button>
          </Box>
        )}
      </Box>
      {asking === 'proofs' && (
        <ProofDialog
          kinds={proofKinds}
          submitLabel={label}
          onClose={() => setAsking(null)}
          onSubmit={(proofs) => {
            setAsking(null)
            void advance(proofs)
          }}
        />
      )}
      <ConfirmDialog
        open={asking === 'no_show'}
        title={t('driver.service.noShowConfirm')}
        text={t('driver.service.noShowText')}
        confirmLabel={t('driver.service.noShow')}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null)
          void act({ kind: 'no_show', serviceId, note: t('driver.service.noShowNote') })
        }}
      />
      <ConfirmDialog
        open={asking === 'give_back'}
        title={t('driver.service.giveBackConfirm')}
        text={t('driver.service.giveBackText')}
        confirmLabel={t('driver.service.giveBack')}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null)
          void act({ kind: 'give_back', serviceId })
        }}
      />
    </Card>
  )
}
