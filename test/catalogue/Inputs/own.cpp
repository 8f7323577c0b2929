#include <torch/torch.h>
#include <torchsync/annotations.h>
namespace mylib {
float fetch(const torch::Tensor &value);
float other(const torch::Tensor &value);
struct Queue {
  void drain();
};
} // namespace mylib
void consume(float);
void loop(const torch::Tensor &x, mylib::Queue &queue) {
  auto onHost = torch::ones({2});
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(mylib::fetch(x));
    consume(mylib::fetch(onHost));
    consume(mylib::other(x));
    queue.drain();
    x.nonzero();
  }
}
