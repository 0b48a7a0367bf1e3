import VolumeOffOutlined from '@mui/icons-material/VolumeOffOutlined'
import VolumeUpOutlined from '@mui/icons-material/VolumeUpOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useText } from '../ui/i18n.tsx'
import { play, setMuted, useMuted } from './sound.ts'

/** Mutes the tones for new services and for those at risk. */
export function SoundButton() {
  const { t } = useText()
  const isMuted = useMuted()
  const label = t(isMuted ? 'dispatch.sound.off' : 'dispatch.sound.on')
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        aria-pressed={!isMuted}
        onClick={() => {
          setMuted(!isMuted)
          if (isMuted) play('new')
        }}
      >
        {isMuted ? <VolumeOffOutlined /> : <VolumeUpOutlined />}
      </IconButton>
    </Tooltip>
  )
}
