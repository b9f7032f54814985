// SPDX-License-Identifier: Apache-2.0
// Qt 6: a QVariantAnimation each, moved on by setCurrentTime. It has neither a rate nor a way back:
// it runs one way again and again, which is less than the others do. CURVE is one of
// QEasingCurve's.
#include "peer.h"

#include <QEasingCurve>
#include <QPointF>
#include <QVariantAnimation>
#include <memory>
#include <vector>

static std::vector<std::unique_ptr<QVariantAnimation>> animations;

static QEasingCurve curve() {
#ifdef QT_BEZIER
  QEasingCurve curve(QEasingCurve::BezierSpline);
  curve.addCubicBezierSegment(QPointF(.42, 0), QPointF(.58, 1), QPointF(1, 1));
  return curve;
#else
  return QEasingCurve::InOutQuad;
#endif
}

static double show_frame(long time_ms) {
  long number = 0;
  for (const auto &animation : animations)
    animation->setCurrentTime((int)(time_ms + peer_start_ms(number++)));
  return animations.front()->currentValue().toDouble();
}

int main(int argc, char **argv) {
  const long count = peer_count(argc, argv);
  const QEasingCurve easing = curve();
  for (long number = 0; number < count; number++) {
    auto animation = std::make_unique<QVariantAnimation>();
    animation->setStartValue(0.0);
    animation->setEndValue(1.0);
    animation->setDuration(peer_duration_ms(number));
    animation->setLoopCount(-1);
    animation->setEasingCurve(easing);
    animations.push_back(std::move(animation));
  }
  return peer_serve(count, show_frame);
}
