import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Service } from '@rumbo/contract/services.contract'
import { listProofs, type Proof, readProof } from '@rumbo/contract/services.proofs.contract'
import { proofsAt } from '@rumbo/contract/services.rules'
import { useId, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useMoment } from '../use-moment.ts'

const useProofs = ({ id, requiredProofs }: Service) =>
  useEndpoint(listProofs, { params: { id } }, { enabled: requiredProofs.length > 0 })

/** The PIN that the customer says to the driver; only for those who may dispatch. */
export function ServicePin({ service }: { service: Service }) {
  const { t } = useText()
  const pin = useProofs(service).data?.pin ?? null
  if (pin === null) return null
  return (
    <Box sx={{ display: 'flex', gap: '8px', alignItems: 'baseline', flexWrap: 'wrap' }}>
      <span>{t('services.pin')}</span>
      <Box component="strong" sx={{ fontVariantNumeric: 'tabular-nums', letterSpacing: '0.12em' }}>
        {pin}
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('services.pin.hint')}</Box>
    </Box>
  )
}

/** What the driver showed at a stop, and what is missing once it was served. */
export function StopProofs({
  service,
  stopId,
  isServed,
}: {
  service: Service
  stopId: string
  isServed: boolean
}) {
  const { t } = useText()
  const moment = useMoment()
  const [shown, setShown] = useState<Proof | null>(null)
  const { data } = useProofs(service)
  if (!data) return null
  const given = data.items.filter((proof) => proof.stopId === stopId)
  const missing = isServed
    ? proofsAt(service, stopId).filter((kind) => !given.some((proof) => proof.kind === kind))
    : []
  if (given.length === 0 && missing.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={t('services.field.requiredProofs')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '2px' }}
    >
      {given.map((proof) => (
        <Box
          component="li"
          key={proof.id}
          sx={{ display: 'flex', gap: '8px', alignItems: 'center', flexWrap: 'wrap' }}
        >
          <span>
            {t(`services.proof.${proof.kind}`)} · {moment(proof.at)}
            {proof.by && ` · ${proof.by}`}
          </span>
          {proof.kind !== 'pin' && (
            <Button size="small" onClick={() => setShown(proof)}>
              {t('services.proof.show')}
            </Button>
          )}
        </Box>
      ))}
      {missing.map((kind) => (
        <Box component="li" key={kind} sx={{ color: token('alarmed') }}>
          {t('services.proof.missing', { proof: t(`services.proof.${kind}`) })}
        </Box>
      ))}
      {shown && <ProofImage serviceId={service.id} proof={shown} onClose={() => setShown(null)} />}
    </Box>
  )
}

function ProofImage({ serviceId, proof, onClose }: { serviceId: string; proof: Proof; onClose: () => void }) {
  const { t } = useText()
  const message = useErrorMessage()
  const moment = useMoment()
  const titleId = useId()
  const answer = useEndpoint(readProof, { params: { id: serviceId, proofId: proof.id } })
  const title = `${t(`services.proof.${proof.kind}`)} · ${moment(proof.at)}`
  return (
    <GuardedDialog isChanged={false} onClose={onClose} maxWidth="md" aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent>
            {answer.isError ? (
              <ErrorState
                text={message(answer.error, t('ui.error.text'))}
                onRetry={() => void answer.refetch()}
              />
            ) : answer.data ? (
              <Box
                component="img"
                src={`data:${answer.data.contentType};base64,${answer.data.content}`}
                alt={title}
                sx={{ display: 'block', maxWidth: '100%', maxHeight: '70vh', mx: 'auto' }}
              />
            ) : (
              <FormSkeleton fields={3} />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={leave} autoFocus>
              {t('ui.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
