//===- WaitCounter.h - How often the driver makes the host wait -----------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts, with CUPTI, the driver's calls that wait by their name.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_TEST_FETCH_WAITCOUNTER_H
#define TORCHSYNC_TEST_FETCH_WAITCOUNTER_H

#include <atomic>
#include <cstring>
#include <cupti.h>

namespace testing {

/// Counts from its making to its end, in all threads. There may be one at a
/// time. It slows every call of the driver: nothing is timed meanwhile.
class WaitCounter {
public:
  WaitCounter() {
    cuptiSubscribe(&Subscriber, reinterpret_cast<CUpti_CallbackFunc>(onCall),
                   this);
    cuptiEnableDomain(1, Subscriber, CUPTI_CB_DOMAIN_DRIVER_API);
  }
  ~WaitCounter() { cuptiUnsubscribe(Subscriber); }
  WaitCounter(const WaitCounter &) = delete;
  WaitCounter &operator=(const WaitCounter &) = delete;

  int count() const { return Count; }

private:
  static void CUPTIAPI onCall(void *Self, CUpti_CallbackDomain,
                              CUpti_CallbackId, const CUpti_CallbackData *D) {
    if (D->callbackSite == CUPTI_API_ENTER &&
        std::strstr(D->functionName, "Synchronize"))
      ++static_cast<WaitCounter *>(Self)->Count;
  }
  CUpti_SubscriberHandle Subscriber = nullptr;
  std::atomic<int> Count{0};
};

} // namespace testing

#endif // TORCHSYNC_TEST_FETCH_WAITCOUNTER_H
