//===- torchsync/async_fetch.h - Values from the device without a wait ----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AsyncFetch brings values to the host while the device goes on working. It
// needs LibTorch 1.13 or newer and nothing of CUDA: it reaches streams and
// events through c10, so that the same program links with a CPU-only LibTorch.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_ASYNC_FETCH_H
#define TORCHSYNC_ASYNC_FETCH_H

#include <ATen/ATen.h>
#include <c10/core/Event.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torchsync/annotations.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchsync {
namespace detail {

/// Waits for an event.
template <class Event>
auto wait(const Event &E, int) -> decltype(E.synchronize()) {
  E.synchronize();
}

/// Waits for an event where c10::Event has no synchronize() yet. The driver,
/// too, asks again and again while it waits for an event of this kind.
template <class Event> void wait(const Event &E, long) {
  while (!E.query())
    std::this_thread::yield();
}

} // namespace detail

/// Fetches values of tensors without making the host wait for the device.
///
/// `Tensor::item` waits until the device has done all that was queued before.
/// An AsyncFetch instead queues a copy behind that work, and hands the value
/// out once it has arrived:
/// \code
///   torchsync::AsyncFetch<float> Losses;
///   for (auto &Batch : *Loader) {
///     ...
///     Losses.push(Loss);
///     if (auto Loss = Losses.poll())
///       showProgress(*Loss); // of some iterations ago
///   }
///   auto Rest = Losses.drain();
/// \endcode
///
/// \tparam T what a value is on the host. Any type that `item<T>` takes: a
/// pushed tensor then has one element, and its value is converted as `item<T>`
/// does, which throws where the value does not fit. Or `at::Tensor`: a pushed
/// tensor has any shape, and its value is a CPU tensor of the same shape and
/// dtype.
///
/// Tensors on a CUDA device (ROCm's go by that name) are fetched without a
/// wait. Every other tensor's value is there when push() returns; if it lies on
/// yet another kind of device, push() waits for it. Values of one object may
/// come from several devices and streams, in any mix of dtypes.
///
/// push() acts like an operation on the tensor: it is queued on the current
/// stream of the tensor's device. So what that stream does to the tensor later
/// does not change the value, and another stream must wait for that stream
/// before it overwrites the tensor. The tensor may be freed at once. Nothing is
/// recorded for autograd.
///
/// On an H200 push() and poll() together took the host 6 microseconds, and
/// item() 8 where it found nothing to wait for (docs/recipes.md).
///
/// push() and poll() must not run while a CUDA graph is being captured. One
/// object serves one thread at a time. A moved-from object may be destroyed or
/// assigned to. The destructor does not wait: what is still in flight is lost.
template <class T> class AsyncFetch {
public:
  /// \param Capacity how many values that no call has handed out are kept for
  /// drain(). Then a new one takes the place of the oldest that has arrived.
  /// Values in flight are always kept, however many.
  explicit AsyncFetch(std::size_t Capacity = 256) : MaxHeld(Capacity) {}

  AsyncFetch(AsyncFetch &&) noexcept = default;
  AsyncFetch &operator=(AsyncFetch &&) noexcept = default;
  AsyncFetch(const AsyncFetch &) = delete;
  AsyncFetch &operator=(const AsyncFetch &) = delete;
  ~AsyncFetch() = default;

  /// Starts to fetch the value that \p Value has now. Never waits for a CUDA
  /// device. The first call allocates pinned memory, as do later ones if more
  /// or larger values are in flight than ever before.
  void push(const at::Tensor &Value) {
    TORCH_CHECK(Value.defined() && Value.layout() == at::kStrided,
                "AsyncFetch: a value must be a dense tensor");
    if constexpr (!IsTensor)
      TORCH_CHECK(Value.numel() == 1,
                  "AsyncFetch: a value must have one element, not ",
                  Value.numel());
    // As in any mode of the caller's: no gradient is recorded, and the buffers
    // may be written to again.
    c10::InferenceMode Mode;
    Slot New = takeSlot();
    if (Value.is_cuda() && Value.numel() != 0)
      startCopy(New, Value);
    else
      copyNow(New, Value);
    Held.push_back(std::move(New));
  }

  /// The newest value that has arrived: the same one again until a newer one
  /// arrives, nothing before the first. Never waits.
  std::optional<T> poll() {
    noteArrivals();
    passOver(newestArrived());
    return Newest;
  }

  /// The newest value that has arrived, after a wait for the one pushed \p Lag
  /// pushes ago (0: the last) unless that or a newer one is there already. So
  /// the host runs at most \p Lag pushes ahead of the device. Which of those
  /// values it is depends on the device's speed. While there were no more than
  /// \p Lag pushes, it is what poll() gives.
  std::optional<T> latest(std::size_t Lag) {
    noteArrivals();
    const std::size_t Arrived = newestArrived();
    if (Lag < Held.size() &&
        (Arrived == None || Arrived + Lag + 1 < Held.size())) {
      TORCHSYNC_ALLOW_SYNC("the caller asked for a value no older than this");
      await(Held[Held.size() - 1 - Lag]);
    }
    return poll();
  }

  /// Waits for all values, and gives those that are newer than any that poll()
  /// or latest() gave, in the order of their pushes. Then nothing is in flight,
  /// and poll() gives the last value pushed.
  std::vector<T> drain() {
    for (std::size_t I = Held.size(); I-- != 0;) {
      TORCHSYNC_ALLOW_SYNC("the caller asked for every value");
      await(Held[I]);
    }
    std::vector<T> Values;
    Values.reserve(Held.size());
    for (const Slot &S : Held)
      Values.push_back(read(S));
    passOver(Held.empty() ? None : Held.size() - 1);
    return Values;
  }

private:
  static constexpr bool IsTensor = std::is_same_v<T, at::Tensor>;
  static constexpr std::size_t None = static_cast<std::size_t>(-1);

  /// Where one value arrives.
  struct Slot {
    at::Tensor Room;  ///< Pinned bytes, undefined if there never were any.
    at::Tensor Value; ///< What arrives: Room as another type, or a CPU copy.
    std::unique_ptr<c10::Event> Arrival; ///< Recorded behind the last copy.
    std::optional<c10::Stream> Stream;   ///< Where that copy is queued.
    bool InFlight = false;
  };

  /// A slot in which nothing is in flight: one that was handed out, the oldest
  /// arrived one where there are many, or a new one.
  Slot takeSlot() {
    Slot S;
    if (!Spare.empty()) {
      S = std::move(Spare.back());
      Spare.pop_back();
    } else if (Held.size() >= MaxHeld) {
      noteArrivals();
      auto Arrived = [](const Slot &Any) { return !Any.InFlight; };
      auto Oldest = std::find_if(Held.begin(), Held.end(), Arrived);
      // The newest arrived value stays, for poll().
      if (Oldest != Held.end() &&
          std::find_if(std::next(Oldest), Held.end(), Arrived) != Held.end()) {
        S = std::move(*Oldest);
        Held.erase(Oldest);
      }
    }
    return S;
  }

  void startCopy(Slot &S, const at::Tensor &Value) {
    TORCHSYNC_ALLOW_SYNC("pinned memory is allocated the first time");
    // copy_ would resolve these bits on the host, before the value arrives.
    const at::Tensor Source = Value.resolve_conj().resolve_neg().contiguous();
    if (!S.Room.defined() || !S.Value.is_alias_of(S.Room) ||
        S.Value.scalar_type() != Source.scalar_type() ||
        S.Value.sizes() != Source.sizes()) {
      const auto Bytes = static_cast<std::int64_t>(Source.nbytes());
      if (!S.Room.defined() || S.Room.numel() < Bytes)
        S.Room = carve(Bytes);
      S.Value = S.Room.narrow(0, 0, Bytes)
                    .view(Source.scalar_type())
                    .view(Source.sizes());
    }
    const c10::Device Device = Source.device();
    if (!S.Arrival || S.Arrival->device() != Device)
      S.Arrival = std::make_unique<c10::Event>(Device.type());
    S.Stream = c10::impl::VirtualGuardImpl(Device.type()).getStream(Device);
    S.InFlight = true;
    S.Value.copy_(Source, /*non_blocking=*/true);
    S.Arrival->record(*S.Stream);
    // Memory that another stream allocated must outlive the copy on this one.
    Source.record_stream(*S.Stream);
  }

  void copyNow(Slot &S, const at::Tensor &Value) {
    TORCHSYNC_ALLOW_SYNC("only a device that is not CUDA is waited for");
    S.Value = at::empty(Value.sizes(), Value.options().device(at::kCPU));
    S.Value.copy_(Value);
    S.InFlight = false;
  }

  /// Pinned memory for one value. Slots are cut from few large pieces, because
  /// a piece costs the host a call to the driver; each has cache lines of its
  /// own. A piece lives as long as a slot in it, and LibTorch's allocator keeps
  /// it from new owners while a copy into it is in flight.
  at::Tensor carve(std::int64_t Bytes) {
    constexpr std::int64_t Line = 64, MinPiece = 64 * 1024, MinSlots = 8;
    Bytes = (Bytes + Line - 1) / Line * Line;
    if (!Piece.defined() || Piece.numel() < Bytes)
      Piece =
          at::empty({std::max(MinPiece, MinSlots * Bytes)},
                    at::TensorOptions().dtype(at::kByte).pinned_memory(true));
    at::Tensor Room = Piece.narrow(0, 0, Bytes);
    Piece = Piece.narrow(0, Bytes, Piece.numel() - Bytes);
    return Room;
  }

  /// Asks which values have arrived. A stream works in order, so none is asked
  /// for behind one that is in flight on the same stream.
  void noteArrivals() {
    std::vector<c10::Stream> Busy;
    for (Slot &S : Held) {
      if (!S.InFlight ||
          std::find(Busy.begin(), Busy.end(), *S.Stream) != Busy.end())
        continue;
      if (S.Arrival->query())
        S.InFlight = false;
      else
        Busy.push_back(*S.Stream);
    }
  }

  /// Waits for a held value, and so for those before it on the same stream.
  void await(Slot &S) {
    if (!S.InFlight)
      return;
    detail::wait(*S.Arrival, 0);
    S.InFlight = false;
    for (Slot *Earlier = Held.data(); Earlier != &S; ++Earlier)
      if (Earlier->Stream == S.Stream)
        Earlier->InFlight = false;
  }

  std::size_t newestArrived() const {
    for (std::size_t I = Held.size(); I-- != 0;)
      if (!Held[I].InFlight)
        return I;
    return None;
  }

  /// Makes the value at \p Index the newest, and it and all before it spare.
  void passOver(std::size_t Index) {
    if (Index == None)
      return;
    Newest = read(Held[Index]);
    const auto End = Held.begin() + static_cast<std::ptrdiff_t>(Index) + 1;
    for (auto S = Held.begin(); S != End; ++S)
      // A slower stream may still write to its slot: that one is given up.
      if (!S->InFlight)
        Spare.push_back(std::move(*S));
    Held.erase(Held.begin(), End);
  }

  static T read(const Slot &S) {
    TORCHSYNC_ALLOW_SYNC("the value is on the host");
    if constexpr (IsTensor)
      return S.Value.clone();
    else
      return S.Value.template item<T>();
  }

  std::size_t MaxHeld;
  std::vector<Slot> Held;  ///< Values not handed out yet, the oldest first.
  std::vector<Slot> Spare; ///< Slots to use again.
  at::Tensor Piece;        ///< What is left of the last pinned piece.
  std::optional<T> Newest; ///< What poll() gives.
};

} // namespace torchsync

#endif // TORCHSYNC_ASYNC_FETCH_H
