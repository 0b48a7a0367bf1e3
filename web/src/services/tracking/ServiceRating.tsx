import StarRounded from '@mui/icons-material/StarRounded'
import Box from '@mui/material/Box'
import { readTracking } from '@rumbo/contract/services.tracking.contract'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

/** The customer's rating of a completed service, as the value of a list of facts. */
export function ServiceRating({ serviceId }: { serviceId: string }) {
  const { t } = useText()
  const { data } = useEndpoint(readTracking, { params: { id: serviceId } })
  if (data === undefined) return null
  const { rating } = data
  if (rating === null) return t('tracking.rating.none')
  return (
    <Box component="span" sx={{ display: 'grid', gap: '2px' }}>
      <Box component="span" role="img" aria-label={t('tracking.stars', { count: rating.stars })}>
        {[1, 2, 3, 4, 5].map((star) => (
          <StarRounded
            key={star}
            fontSize="small"
            sx={{ color: token(star <= rating.stars ? 'primaryText' : 'line'), verticalAlign: 'text-bottom' }}
          />
        ))}
      </Box>
      {rating.comment && <span>{rating.comment}</span>}
    </Box>
  )
}
