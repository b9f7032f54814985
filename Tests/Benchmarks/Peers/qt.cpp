// SPDX-License-Identifier: Apache-2.0
// Qt 6: one QVariantAnimation per animation, advanced by setCurrentTime. A QVariantAnimation has
// neither a rate nor a way back. It repeats in one direction, which is less work than the other
// programs do.
#include "peer.h"

#include <QEasingCurve>
#include <QVariantAnimation>
#include <memory>
#include <vector>

static std::vector<std::unique_ptr<QVariantAnimation>> animations;

static double show_frame(long time_ms) {
  long number = 0;
  for (const auto &animation : animations)
    animation->setCurrentTime((int)(time_ms + peer_start_ms(number++)));
  return animations.front()->currentValue().toDouble();
}

int main(int argc, char **argv) {
  const long count = peer_count(argc, argv);
  for (long number = 0; number < count; number++) {
    auto animation = std::make_unique<QVariantAnimation>();
    animation->setStartValue(0.0);
    animation->setEndValue(1.0);
    animation->setDuration(peer_duration_ms(number));
    animation->setLoopCount(-1);
    animation->setEasingCurve(QEasingCurve::InOutQuad);
    animations.push_back(std::move(animation));
  }
  return peer_serve(show_frame);
}
